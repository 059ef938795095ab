"""How the demonstration is shown at its end: the bracket, the podium, and where to look further."""

from rich.console import Console
from rich.table import Table

from tournaments.demo.api import Json


def show(console: Console, url: str, address: str, bracket: Json) -> None:
    """Print everything."""
    for entry in bracket["rounds"]:
        table = Table(title=entry["label"].replace("_", " "), title_justify="left", box=None, pad_edge=False)
        for heading in ("match", "home", "", "away", "how"):
            table.add_column(heading)
        for match in entry["matches"]:
            table.add_row(*_row(match))
        console.print(table)
        console.print()
    podium = bracket["podium"]
    console.print(f"[bold]Champion: {podium['champion']['name']}[/bold]")
    console.print(f"runner-up {podium['runner_up']['name']}, third {podium['third']['name']}")
    match = bracket["rounds"][-1]["matches"][0]["id"]
    console.print("\nPages to open, without a login:")
    for page in ("", "bracket/", "schedule/", "results/", "entries/", f"matches/{match}/"):
        console.print(f"  {url}/{address}{page}", soft_wrap=True)
    console.print("To print:")
    for paper in ("print/bracket.pdf", f"matches/{match}/sheet.pdf"):
        console.print(f"  {url}/api/v1/{address}{paper}", soft_wrap=True)
    console.print("For programs:")
    for page in ("bracket", "results", "draw", "events"):
        console.print(f"  {url}/api/v1/{address}{page}/", soft_wrap=True)
    console.print(f"  {url}/api/docs/  (every address, to try)", soft_wrap=True)


def _row(match: Json) -> tuple[str, ...]:
    home, away = match["sides"]
    legs = " ".join(f"{leg['score'][0]}-{leg['score'][1]}" for leg in match["legs"])
    names = [
        f"[bold]{side['name']}[/bold]" if side["entry"] == match["winner"] else str(side["name"] or "nobody")
        for side in (home, away)
    ]
    return match["id"], names[0], legs or "-", names[1], str(match["how"] or "")
