"""Tests of the faces: the command line, the HTTP service, its page, and the service as a process."""
