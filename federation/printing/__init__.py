"""What goes on paper: PDFs made of the project's own style sheets and fonts, and nothing else."""
