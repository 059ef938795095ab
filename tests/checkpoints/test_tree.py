"""The tree is that of RFC 6962, whatever its size, and a wrong proof proves nothing."""

from itertools import product

import pytest

from truco_api.checkpoints.tree import (
    EMPTY,
    Growing,
    Spot,
    consistency,
    continues,
    includes,
    inclusion,
    leaf_hash,
    node_hash,
    peaks,
)

# The leaves and roots with which implementations of Certificate Transparency are tested.
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES = range(1, 18)


def grown(size: int) -> tuple[Growing, dict[Spot, bytes]]:
    """A tree of so many leaves, with all its nodes."""
    tree = Growing()
    nodes: dict[Spot, bytes] = {}
    for number in range(size):
        nodes |= dict(tree.add(leaf_hash(b"%d" % number)))
    return tree, nodes


def plain_root(leaves: list[bytes]) -> bytes:
    """The definition, word for word."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(plain_root(leaves[:split]), plain_root(leaves[split:]))


def test_the_roots_are_those_of_the_published_vectors() -> None:
    tree = Growing()
    for leaf, root in zip(LEAVES, ROOTS, strict=True):
        list(tree.add(leaf_hash(bytes.fromhex(leaf))))
        assert tree.root().hex() == root


@pytest.mark.parametrize("size", SIZES)
def test_a_tree_that_grew_has_the_root_of_its_definition_and_goes_on_from_its_peaks(size: int) -> None:
    tree, nodes = grown(size)
    assert tree.root() == plain_root([leaf_hash(b"%d" % number) for number in range(size)])
    again = Growing(size, [nodes[spot] for spot in peaks(size)])
    list(again.add(leaf_hash(b"more")))
    list(tree.add(leaf_hash(b"more")))
    assert again.root() == tree.root()


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_proved_and_no_other_in_its_place(size: int) -> None:
    tree, nodes = grown(size)
    for index in range(size):
        path = inclusion(index, size, nodes.__getitem__)
        leaf = nodes[Spot(0, index)]
        assert includes(tree.root(), size, index, leaf, path)
        assert not includes(tree.root(), size, index, leaf_hash(b"other"), path)
        assert not includes(tree.root(), size, index, leaf, [*path, EMPTY])
        assert not path or not includes(tree.root(), size, index, leaf, path[:-1])
        assert not any(
            includes(tree.root(), size, at, leaf, path) for at in range(-1, size + 2) if at != index
        )
        for place in range(len(path)):
            wrong = [*path[:place], EMPTY, *path[place + 1 :]]
            assert not includes(tree.root(), size, index, leaf, wrong)


@pytest.mark.parametrize(("before", "size"), [pair for pair in product(SIZES, SIZES) if pair[0] <= pair[1]])
def test_a_tree_is_proved_to_be_the_beginning_of_every_later_one(before: int, size: int) -> None:
    (old, _), (new, nodes) = grown(before), grown(size)
    path = consistency(before, size, nodes.__getitem__)
    assert continues(before, old.root(), size, new.root(), path)
    assert not continues(before, leaf_hash(b"x"), size, new.root(), path)
    assert not continues(before, old.root(), size, leaf_hash(b"x"), path)
    assert not continues(before, old.root(), size, new.root(), [*path, EMPTY])
    for place in range(len(path)):
        assert not continues(before, old.root(), size, new.root(), path[:place] + path[place + 1 :])
