"""The ingest, on invented documents and, where they are, on the originals."""
