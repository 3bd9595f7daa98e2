"""How the articles of 8-ball are cited whose number stands twice in the text: with its title beside it.

The titles are the text's own, so they are the same in every language.
"""

FOULS = "12 (Faltas)"
SCORING = "12 (Anotación)"
COMBINATIONS = "18 (Tiros combinados)"
CONTACT = "18 (Bola blanca en contacto)"
