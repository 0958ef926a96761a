"""Render every drawing of the gallery with the programs that readers use.

Mermaid texts go to the real Mermaid in a headless Chromium, DOT texts to Graphviz, machines to
PlantUML. What is missing for that is said. Mermaid comes from npm into a folder of caches:
``python -m tests.tools.diagrams.rendering FOLDER``.
"""

import html
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.diagrams.games import game
from tests.tools.diagrams.gallery import gallery

from pitboss.diagrams import (
    compare_rules,
    dot_of,
    graph_of,
    mermaid_of,
    plantuml_of,
    sequence_mermaid,
    sequence_of,
)
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, Story

MERMAID_VERSIONS = ("11.17.2", "12.3.0")
"""The last of the version that many sites still have, and a newer one."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
    "--virtual-time-budget=600000",
    "--dump-dom",
)
LIMIT_SECONDS = 300

RENDER = """
const found = {};
const lines = ".flowchart-link, .relation, .messageLine0, .messageLine1";
mermaid.initialize({startOnLoad: false, securityLevel: "strict"});
for (const [name, text] of Object.entries(drawings)) {
  try {
    await mermaid.parse(text);
    const {svg} = await mermaid.render("drawing" + Object.keys(found).length, text);
    const page = new DOMParser().parseFromString(svg, "text/html");
    found[name] = {
      lines: page.querySelectorAll(lines).length,
      words: page.body.textContent.length,
    };
  } catch (error) {
    found[name] = {error: String(error)};
  }
}
"""
"""What the page does with Mermaid texts: parse, render, count the lines that were drawn."""

BROKEN = {"broken on purpose": "flowchart TB\n    one -->|two three\n"}
"""What must not pass, so that it is seen that something can fail."""

Found = dict[str, Any]


def missing() -> list[str]:
    """Say which programs are not on this machine."""
    wanted = {
        f"a browser ({' or '.join(BROWSERS[:3])})": browser() is not None,
        "npm, which fetches Mermaid": shutil.which("npm") is not None,
        "dot, of Graphviz": shutil.which("dot") is not None,
        "plantuml": shutil.which("plantuml") is not None,
    }
    return [f"{what} is not installed" for what, there in wanted.items() if not there]


def browser() -> str | None:
    """Find a Chromium."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def mermaid_script(cache: Path, version: str) -> Path:
    """Return Mermaid as one script, fetched from npm when it is not in the cache."""
    script = cache.resolve() / version / "mermaid.min.js"
    if not script.exists():
        script.parent.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", f"mermaid@{version}", "--pack-destination", str(script.parent)]
        subprocess.run(command, check=True, capture_output=True, timeout=LIMIT_SECONDS)
        (package,) = script.parent.glob("*.tgz")
        with tarfile.open(package) as archive:
            member = archive.extractfile("package/dist/mermaid.min.js")
            assert member is not None
            script.write_bytes(member.read())
        package.unlink()
    return script


def in_browser(script: Path, work: str, drawings: dict[str, str]) -> dict[str, Found]:
    """Let a page of its own work on drawings, and return what it found of each."""
    loaded = f'<script src="{script.as_uri()}"></script>'
    given = json.dumps(drawings).replace("</", "<\\/")
    page = (
        f"<!doctype html><meta charset=utf-8><body></body>{loaded}<script type=module>"
        f"const drawings = {given};{work}"
        "document.body.textContent = 'FOUND' + JSON.stringify(found) + 'END';</script>"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page, "utf-8")
        command = [browser() or "", *FLAGS, f"--user-data-dir={folder}/user", path.as_uri()]
        result = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
    found = re.search(r"FOUND(.*)END", html.unescape(result.stdout), re.DOTALL)
    assert found, f"the page did not finish: {result.stderr[-2000:]}"
    answers: dict[str, Found] = json.loads(found[1])
    return answers


def mermaid_texts() -> dict[str, str]:
    """Return every Mermaid text of the gallery, and some that are harder to read."""
    texts = {name: text for name, text in gallery().items() if name.endswith(".mmd")}
    for number, name in enumerate(("end", 'A<b>;#"{x}', "a : b", "%% x", "loop")):
        story = Story(io.BytesIO(game(rounds=1, seats=[name, "Ben"])))
        texts[f"seat {name}"] = sequence_mermaid(sequence_of(story, 1, AUDITOR))
        title = f"{name} {number}"
        texts[f"title {name}"] = mermaid_of(graph_of(Rules(), title))
    for name in PRESETS:
        graph = compare_rules(Rules(), Rules.preset(name), ("six_deck_s17", name))
        texts[f"difference from {name}"] = mermaid_of(graph)
    return texts


def lines_in(text: str) -> int:
    """Count the lines that a Mermaid text asks for."""
    if "sequenceDiagram" in text:
        return len(re.findall(r"^    lane\d+-", text, re.MULTILINE))
    return len(
        re.findall(r"^ +\w+ (?:-->|<-->|\.\.>|<\|--)|\(\(\"start\"\)\) -->", text, re.MULTILINE)
    )


def mermaid_faults(cache: Path) -> Iterator[str]:
    """Render every Mermaid text with every version, and say what went wrong."""
    texts = mermaid_texts()
    for version in MERMAID_VERSIONS:
        found = in_browser(mermaid_script(cache, version), RENDER, {**texts, **BROKEN})
        if any("error" not in found[name] for name in BROKEN):
            yield f"Mermaid {version} takes what is broken on purpose: this check shows nothing"
        for name, text in texts.items():
            answer = found[name]
            if answer.get("lines") != lines_in(text):
                yield f"Mermaid {version}, {name}: {answer}, {lines_in(text)} lines are due"
        print(f"Mermaid {version}: {len(texts)} drawings")  # noqa: T201  a program that reports


def dot_faults() -> Iterator[str]:
    """Give every DOT text to Graphviz, and say which it cannot draw."""
    texts = {name: text for name, text in gallery().items() if name.endswith(".dot")}
    for name in PRESETS:
        rules = Rules.preset(name)
        texts[f"machine of {name}"] = dot_of(graph_of(rules))
        texts[f"difference from {name}"] = dot_of(compare_rules(Rules(), rules, ("default", name)))
    for name, text in texts.items():
        result = drawn_by(["dot", "-Tsvg"], text)
        edges = result.stdout.count(b'class="edge"')
        if result.returncode or result.stderr or edges != text.count(" -> ") - 1:
            yield f"Graphviz, {name}: {edges} edges, {result.stderr.decode()}"
    print(f"Graphviz: {len(texts)} drawings")  # noqa: T201  a program that reports


def plantuml_faults() -> Iterator[str]:
    """Give machines to PlantUML, and say which it cannot draw."""
    graphs = {"the whole machine": graph_of()}
    for name in PRESETS:
        graphs[f"machine of {name}"] = graph_of(Rules.preset(name))
        graphs[f"difference from {name}"] = compare_rules(
            Rules(), Rules.preset(name), ("default", name)
        )
    for name, graph in graphs.items():
        result = drawn_by(["plantuml", "-tsvg", "-pipe"], plantuml_of(graph))
        arrows = result.stdout.count(b"<polygon")
        if result.returncode or arrows != len(graph.edges) + 1:
            yield f"PlantUML, {name}: {arrows} arrows, {result.stderr.decode()}"
    print(f"PlantUML: {len(graphs)} drawings")  # noqa: T201  a program that reports


def drawn_by(command: list[str], text: str) -> subprocess.CompletedProcess[bytes]:
    """Return what a program, wherever it is installed, makes of a text."""
    return subprocess.run(
        command, input=text.encode(), capture_output=True, check=False, timeout=LIMIT_SECONDS
    )


def main() -> int:
    """Render everything; say what is missing, or what cannot be rendered."""
    lacking = missing()
    faults = (
        [] if lacking else [*mermaid_faults(Path(sys.argv[1])), *dot_faults(), *plantuml_faults()]
    )
    for sentence in lacking + faults:
        print(sentence, file=sys.stderr)  # noqa: T201  a program that reports
    return 1 if lacking or faults else 0


if __name__ == "__main__":
    sys.exit(main())
