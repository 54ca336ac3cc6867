"""The package as a user installs it: a wheel built without a compiler on the machine, in an empty environment.

Most of a build is optimising. The build of the slow tests skips it; the build for users is a longer test.

The build fetches zig's compiler from the package index and takes minutes the first time; the caches stay in ``build``.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from locks import locked

import nonet
from nonet import engine

HOME = Path(__file__).parents[1]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
LINUX = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")


def run(*command: Path | str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program in ``cwd`` and return what it printed."""
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheels() -> ModuleType:
    """Return `scripts/wheels.py`."""
    spec = importlib.util.spec_from_file_location("wheels", HOME / "scripts" / "wheels.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=["Debug", pytest.param("Release", marks=pytest.mark.long)])
def wheel(
    request: pytest.FixtureRequest,
    wheels: ModuleType,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Path]:
    """Build a wheel with a path that has no compiler. The test processes of a run share it."""
    directory = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        directory = directory.parent
    directory /= f"wheel-{request.param}"
    with locked(HOME / "build" / "wheel.lock"):
        if not list(directory.glob("*.whl")):
            pip = [sys.executable, "-m", "pip", "-q", "download", "--no-deps", "ziglang"]
            if run(*pip, "-d", directory, cwd=HOME).returncode:
                pytest.skip("needs ziglang from the package index")
            (directory / "bin").mkdir(exist_ok=True)
            for path in directory.glob("ziglang*"):
                path.unlink()
            try:
                wheels.build(
                    platform.machine() if LINUX else None,
                    directory,
                    PATH=str(directory / "bin"),
                    SKBUILD_CMAKE_BUILD_TYPE=request.param,
                )
            except subprocess.CalledProcessError as error:
                pytest.fail(f"the wheel was not built: {error}")
        (path,) = directory.glob("*.whl")
    yield path


@pytest.mark.slow
def test_a_build_without_a_compiler_has_all_instruction_sets(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = "import nonet; print(nonet.__file__, *nonet.engine.instruction_sets())"
    path = os.pathsep.join([str(tmp_path), sysconfig.get_path("purelib")])
    done = run(sys.executable, "-S", "-c", code, cwd=tmp_path, PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    where, *found = done.stdout.split()
    assert Path(where).is_relative_to(tmp_path)
    assert found == list(engine.instruction_sets())


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="the check is for Linux")
def test_a_wheel_runs_on_old_systems(wheel: Path, wheels: ModuleType) -> None:
    assert wheel.name.endswith(f"-manylinux_2_17_{platform.machine()}.whl")
    assert wheels.problems(wheel) == []


@pytest.mark.slow
def test_a_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    import tomllib

    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    assert run(sys.executable, "-m", "venv", "env", cwd=tmp_path).returncode == 0
    python = tmp_path / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[Path | str] = [python, "-m", "pip", "-q", "install"]
    if run(*pip, *project["dependencies"], cwd=tmp_path).returncode:
        pytest.skip("needs the dependencies of nonet from the package index")
    done = run(*pip, "--no-index", wheel, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    command = python.with_name("nonet")
    done = run(command, "--version", cwd=empty)
    assert done.stdout.startswith(f"nonet {nonet.__version__} ({engine.instruction_set()})")
    assert run(command, "solve", PUZZLE, cwd=empty).stdout.strip() == SOLUTION
    assert "r1c6" in run(command, "hint", PUZZLE, cwd=empty).stdout
    assert not list(empty.iterdir())


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (b"\0GLIBC_2.2.5\0GLIBC_2.14\0libc.so.6\0", []),
        (b"\0GLIBC_2.2.5\0GLIBC_2.34\0libc.so.6\0", ["needs glibc 2.34"]),
        (b"\0GLIBC_2.2.5\0libstdc++.so.6\0libc.so.6\0", ["needs libstdc++.so.6"]),
    ],
)
def test_what_a_wheel_asks_of_the_system(
    wheels: ModuleType, tmp_path: Path, code: bytes, found: list[str]
) -> None:
    path = tmp_path / "a.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("nonet/_core.so", code)
    assert wheels.problems(path) == found


def test_a_wheel_lacks_the_core_for_the_web_app(wheels: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "nonet.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("nonet/web/static/index.html", "")
    assert wheels.missing(path) == [
        "lacks nonet/web/static/core.wasm",
        "lacks nonet/web/python/core.wasm",
    ]
