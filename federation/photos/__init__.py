"""Photos of people: any picture that comes drawn anew into one that we know, or refused with a reason."""
