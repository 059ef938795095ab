"""The table in words: what a drawing shows, for who cannot see it, and the facts below it."""

from collections.abc import Sequence

from django.utils.html import format_html_join
from django.utils.translation import gettext

from games.pages.naming import Names
from games.pages.scene import Place, Scene


def description(scene: Scene, names: Names) -> str:
    """All that lies on the table, in a few sentences."""
    said = [_place(place, names) for place in scene.places if not place.absent]
    said += [gettext("Dealer: {who}.").format(who=names.player(p.seat)) for p in scene.places if p.dealer]
    if scene.vira and scene.vira.code:
        said.insert(0, gettext("Turned card: {card}.").format(card=names.card(scene.vira.code)))
    return " ".join(said)


def facts(scene: Scene, names: Names) -> list[tuple[str, str]]:
    """Score, stake, turned card and tricks, each with its name."""
    score = " – ".join(map(str, scene.score))
    told = [(gettext("Score"), score), (gettext("Worth"), _stake(scene))]
    if scene.vira and scene.vira.code:
        told.append(
            (gettext("Muestra") if names.rules.muestra else gettext("Vira"), names.word(scene.vira.code))
        )
    if scene.tricks:
        told.append((gettext("Tricks"), ", ".join(_side(trick, names) for trick in scene.tricks)))
    if scene.burnt:
        told.append(
            (gettext("Burnt"), format_html_join(" ", "{}", ((names.word(code),) for code in scene.burnt)))
        )
    return told


def _stake(scene: Scene) -> str:
    if scene.asked is None:
        return str(scene.stake)
    return gettext("{stake}, asked for {asked}").format(stake=scene.stake, asked=scene.asked)


def _side(trick: int | None, names: Names) -> str:
    if trick is None:
        return gettext("tied")
    if names.rules.scores == 3:
        return gettext("the dealer") if trick == 0 else gettext("the pair")
    return names.team(trick)


def _place(place: Place, names: Names) -> str:
    who = names.player(place.seat)
    holds = _cards([card.code for card in place.cards], names)
    if place.played is None:
        return gettext("{who} holds {cards}.").format(who=who, cards=holds)
    card = names.card(place.played.code) if place.played.code else gettext("a hidden card")
    if place.played.covered:
        card = gettext("{card}, covered").format(card=card)
    said = gettext("{who} holds {cards}; on the table: {card}.")
    return said.format(who=who, cards=holds, card=card)


def _cards(codes: Sequence[str | None], names: Names) -> str:
    if not codes:
        return gettext("no cards")
    seen = [names.card(code) for code in codes if code]
    hidden = len(codes) - len(seen)
    if hidden:
        seen.append(gettext("hidden cards: {count}").format(count=hidden))
    return ", ".join(seen)
