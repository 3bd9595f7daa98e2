"""Page objects of the main walk: what people press and read, from the line-up to the verified acta."""
