"""Tests of loading and checking the ontologies, by reading and by HermiT."""
