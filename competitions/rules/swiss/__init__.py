"""Swiss rounds: `neighbours`, which a federation can audit in plain words, and `dutch` by FIDE's rules."""
