"""Signed checkpoints: the heads of all streams in one growing Merkle tree, whose root is signed every minute.

Whoever keeps a checkpoint can tell later that no stream was cut off, written anew or put back to an older
backup. The formats are in docs/sealed-history.md.
"""
