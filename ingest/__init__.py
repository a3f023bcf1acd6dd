"""Text in, plain frozen records out; knows nothing of RDF."""
