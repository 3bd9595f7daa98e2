"""The Hoja de Anotaciones on paper, blank or with what is known of a partida. Knows no tables."""
