"""Keys of devices: Ed25519 keys with which players may sign what they do. docs/sealed-history.md says how."""
