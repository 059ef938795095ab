"""A championship played before one's eyes: a client of the public REST API, and nothing more."""
