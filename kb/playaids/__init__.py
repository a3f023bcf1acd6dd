"""Play aids checked against the rules that they summarise."""
