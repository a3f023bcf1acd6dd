"""What words mean, and rulebooks as data; no behaviour beyond loading and checking."""
