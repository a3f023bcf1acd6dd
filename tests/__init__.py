"""Tests, in the folders of what they test; `properties` has laws checked on generated input."""
