"""The browser's pictures of a step show what Python's show."""

from __future__ import annotations

from typing import Any

import javascript
import pytest
from web_steps import data_of, steps

from nonet.render.boards import shown_of
from nonet.render.scene import Scene, scene_of
from nonet.steps.json import step_object

SCENES = """
const {sceneOf} = await load("board/scene");
return data.map(({step, board}) => sceneOf(board, step));
"""

WALKS = """
const {Catalogue} = await load("words/messages");
const {proofOf} = await load("words/proof");
const {sceneAt} = await load("board/scene");
const words = new Catalogue(data.catalogue);
return data.steps.map(({step, board}) => {
  const {lines} = proofOf(step, words);
  return lines.map((line, at) => sceneAt(board, step, lines, at));
});
"""


def sent() -> list[dict[str, Any]]:
    """Return every third step with its board, as the page has them."""
    found = []
    for step, board in steps()[::3]:
        drawn = shown_of(board, step=step)
        position = {
            "digits": list(drawn.digits),
            "givens": list(drawn.givens),
            "candidates": [int(mask) for mask in board.masks],
        }
        found.append({"step": step_object(step, ()), "board": position})
    return found


def as_json(scene: Scene) -> dict[str, Any]:
    """Return a scene as the browser writes it."""
    spots = [
        {
            "cell": spot.cell,
            "digit": spot.digit,
            "roles": [role.value for role in spot.roles],
            "isLarge": spot.is_large,
            "isPlaced": spot.is_placed,
            "isGiven": spot.is_given,
        }
        for spot in scene.spots
    ]
    arrows = [
        {"start": list(a.start), "end": list(a.end), "link": a.link, "chain": a.chain}
        for a in scene.arrows
    ]
    return {
        "spots": spots,
        "houses": list(scene.houses),
        "shades": list(scene.shades),
        "arrows": arrows,
        "chains": scene.chains,
        "total": scene.total,
    }


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
def test_the_scene_of_a_step_is_the_same_in_python_and_in_the_browser(every: int) -> None:
    scenes = javascript.run(SCENES, sent()[::every])
    for (step, board), made in zip(steps()[:: 3 * every], scenes, strict=True):
        assert made == as_json(scene_of(shown_of(board, step=step), step)), str(step)


def test_a_picture_has_room_for_36_arrows() -> None:
    parents = [sum(len(n.parents) for c in step.chains for n in c.nodes) for step, _ in steps()]
    chosen = [at for at in range(0, len(parents), 3) if parents[at] > 20]
    made = javascript.run(SCENES, [sent()[at // 3] for at in chosen])
    room = []
    for at, found in zip(chosen, made, strict=True):
        step, board = steps()[at]
        scene = scene_of(shown_of(board, step=step), step)
        assert found == as_json(scene), str(step)
        assert len(scene.arrows) <= 36
        if scene.total <= 36:
            assert len(scene.arrows) == scene.total, "all chains are drawn"
        room.append(scene.total)
    assert min(room) <= 30 and max(room) > 36, "steps that have room, and others"


@pytest.mark.slow
def test_a_walk_through_a_proof_draws_the_link_of_each_line() -> None:
    chosen = [each for each in sent() if each["step"].get("chains")]
    data = {"catalogue": data_of("en"), "steps": chosen}
    for scenes in javascript.run(WALKS, data):
        assert scenes, "a chain has lines"
        assert scenes[0]["arrows"] == [], "the assumption follows from nothing"
        for scene in scenes:
            now = [arrow for arrow in scene["arrows"] if arrow["isNow"]]
            drawn = [
                arrow for arrow in now if arrow["chain"] == 0
            ]  # the others are of a step inside
            assert len({tuple(arrow["end"]) for arrow in drawn}) <= 1
            assert not any(spot["isPlaced"] or "target" in spot["roles"] for spot in scene["spots"])
