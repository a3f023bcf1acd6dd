"""Two editions of one document compared: what became of each rule, where references lead now, which encodings are stale."""
