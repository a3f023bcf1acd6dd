"""Second opinions: a slow evaluator and an answer-set solver against which the reasoner is held, on random scenarios."""
