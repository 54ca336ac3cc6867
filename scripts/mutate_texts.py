"""Give damaged texts to every reader, and print what any of them raises that is not an error of nonet.

    python scripts/mutate_texts.py [COUNT [FIRST [PROCESSES]]]

`tests/mutated_texts.py` makes the texts from their numbers; `tests/test_mutated_texts.py` gives some of them to the
readers in `make test`. A text that takes more than 30 seconds of CPU time counts as one that never ends. The slowest
texts are named at the end. To see one again: ``python -c "import mutated_texts as m; print(m.failures(17))"`` in tests.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import mutated_texts

_MOST = 30
_PART = 500


def _late(number: int, frame: object) -> None:
    raise TimeoutError(f"more than {_MOST} seconds")


def _tried(first: int) -> tuple[dict[str, tuple[int, int, str]], list[tuple[float, int]]]:
    """Return what a part of the texts raises, by where it was raised, and how long each text took."""
    signal.signal(signal.SIGVTALRM, _late)
    wrong: dict[str, tuple[int, int, str]] = {}
    times = []
    for seed in range(first, first + _PART):
        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, _MOST)
        found = mutated_texts.failures(seed)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        times.append((time.process_time() - began, seed))
        for door, _, error in found:
            last = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} {last.filename.rpartition('src/')[2]}:{last.lineno}"
            if key not in wrong:
                wrong[key] = seed, 0, f"{door}: {str(error)[:200]}"
            wrong[key] = wrong[key][0], wrong[key][1] + 1, wrong[key][2]
    return wrong, sorted(times)[-3:]


def main() -> None:
    count, first, processes = (
        int(given) if given else usual
        for given, usual in zip(
            [*sys.argv[1:], "", "", ""], (300_000, 0, os.cpu_count() or 1), strict=False
        )
    )
    wrong: dict[str, tuple[int, int, str]] = {}
    slowest: list[tuple[float, int]] = []
    with multiprocessing.Pool(processes) as pool:
        parts = range(first, first + count, _PART)
        for number, (found, times) in enumerate(pool.imap_unordered(_tried, parts), 1):
            slowest = sorted([*slowest, *times])[-5:]
            for key, (seed, often, text) in found.items():
                before = wrong.get(key)
                wrong[key] = (
                    (before[0], before[1] + often, before[2]) if before else (seed, often, text)
                )
                if before is None:
                    print(f"{key}: text {seed}: {text}", flush=True)
            print(f"\r{number * _PART:,} texts", end="", file=sys.stderr, flush=True)
    total = sum(often for _, often, _ in wrong.values())
    print(f"\n{count:,} texts from {first:,}: {total} exceptions that are not nonet's own")
    print(
        "slowest:", ", ".join(f"text {seed} {seconds:.2f} s" for seconds, seed in reversed(slowest))
    )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
