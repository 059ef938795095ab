"""How the project speaks HTTP: conditional requests, idempotency keys, JSON, pages, languages, schema."""
