"""What checkpoints and proofs look like in JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


@extend_schema_field(HASH)
class HashField(serializers.CharField):
    """A SHA-256 or a public key: 64 hexadecimal digits."""


class StatementSerializer(serializers.Serializer[Any]):
    """What was signed: exactly these members, as canonical JSON (RFC 8785)."""

    at = serializers.CharField(help_text="ISO 8601, UTC, with microseconds.")
    keys = serializers.ListField(
        child=HashField(), help_text="Who signed: the key in use, then the one it replaced."
    )
    log = serializers.CharField(help_text="Which tree this is; the same in all checkpoints.")
    number = serializers.IntegerField(min_value=1)
    previous = HashField(allow_null=True, help_text="SHA-256 of the statement before; null in the first.")
    protocol = serializers.CharField(help_text="`checkpoint/1`")
    root = HashField(  # type: ignore[assignment]  # DRF takes declared fields out of the class
        help_text="The root of the Merkle tree (RFC 6962)."
    )
    size = serializers.IntegerField(min_value=0, help_text="How many leaves the tree has.")


class CheckpointSerializer(serializers.Serializer[Any]):
    """A signed checkpoint. Keep it: it proves later that nothing was cut off or written anew."""

    statement = StatementSerializer()
    signatures = serializers.ListField(
        child=serializers.CharField(), help_text="Ed25519, one for each key, in hexadecimal digits."
    )


class CheckpointListSerializer(serializers.Serializer[Any]):
    """Checkpoints, the newest first; the next page begins with `?before=` the last number."""

    results = CheckpointSerializer(many=True)


class KeySerializer(serializers.Serializer[Any]):
    """A key that has signed checkpoints."""

    id = serializers.CharField(help_text="The first 16 digits of the key's SHA-256, to read out and compare.")
    public_key = HashField()
    first = serializers.IntegerField(help_text="The first checkpoint it has signed.")
    last = serializers.IntegerField(help_text="The last one so far.")
    handed_over_by = serializers.CharField(
        allow_null=True,
        help_text="The id of the key before it, which has signed its first checkpoint as well.",
    )
    current = serializers.BooleanField()


class SigningKeysSerializer(serializers.Serializer[Any]):
    """All keys, the newest first."""

    keys = KeySerializer(many=True)


class LeafSerializer(serializers.Serializer[Any]):
    """A leaf of the tree: how far some stream had come."""

    index = serializers.IntegerField()
    tag = HashField(help_text="The stream, under a name that tells nothing to who was not told its blind.")
    version = serializers.IntegerField()
    hash = HashField(help_text="The hash of the stream's event of this version.")


class LeavesSerializer(serializers.Serializer[Any]):
    """Leaves in their order; with all of them anybody can compute every root."""

    entries = LeafSerializer(many=True)


class ConsistencySerializer(serializers.Serializer[Any]):
    """That the one checkpoint's tree is the beginning of the other's."""

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's."""
        return super().get_fields() | {"from": CheckpointSerializer(), "to": CheckpointSerializer()}

    path = serializers.ListField(child=HashField(), help_text="RFC 9162, 2.1.4.")


class ProofSerializer(serializers.Serializer[Any]):
    """That the newest head of a stream that a checkpoint has is in it."""

    stream = serializers.CharField()
    blind = serializers.CharField(help_text="Makes the tag, together with the stream's name.")
    version = serializers.IntegerField()
    hash = HashField(help_text="The hash of the stream's event of this version.")
    index = serializers.IntegerField(help_text="The leaf's place in the tree.")
    path = serializers.ListField(child=HashField(), help_text="RFC 9162, 2.1.3.")
    checkpoint = CheckpointSerializer()


class SealedStreamSerializer(serializers.Serializer[Any]):
    """A stream as it is stored."""

    stream = serializers.CharField()
    events = serializers.ListField(child=serializers.DictField())
    head = HashField(help_text="The hash of the last event.")
    closed = serializers.IntegerField(help_text="How many events hide something that is not shown.")
    proof = serializers.DictField(allow_null=True, help_text="Where the stream is in the checkpoint.")


class BundleSerializer(serializers.Serializer[Any]):
    """A bundle, as canonical JSON (RFC 8785): docs/sealed-history.md says what each member means."""

    checkpoint = CheckpointSerializer(allow_null=True)
    format = serializers.CharField(help_text="`truco bundle/1`")
    streams = SealedStreamSerializer(many=True)
    subject = serializers.DictField()


class PageSerializer(serializers.Serializer[Any]):
    """Which checkpoints."""

    before = serializers.IntegerField(min_value=1, max_value=2**53 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)


class AfterSerializer(serializers.Serializer[Any]):
    """Which leaves: from this place on."""

    start = serializers.IntegerField(min_value=0, max_value=2**53 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=2000, default=500)
