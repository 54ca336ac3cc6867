"""The build backend: scikit-build-core, and a C++ compiler where the machine has none.

With a compiler (``$CXX``, or ``c++``, ``g++`` or ``clang++`` on the path) this is scikit-build-core alone.

**Without one**, ``ziglang`` joins the build requirements, and CMake calls its clang through three small scripts that
this module writes below ``build/zig``.

* By default ``zig c++`` builds for the processor and the C library of this machine. The scripts ask for the baseline of
  the architecture and an old C library, so the result is the same everywhere. The files of the core that use wider
  vectors have flags of their own.
* By default ``zig c++`` traps undefined behaviour. The scripts switch that off, as in other compilers.
* The caches of zig lie below ``build/zig`` too, not in the home directory.

Visual C++ does not count as a compiler here: the core uses the vector types of GCC and Clang.

Two environment variables change what is built:

* ``NONET_ZIG_TARGET`` builds with zig for that target, such as ``aarch64-linux-gnu.2.17``, even if there is a compiler.
  The wheel is tagged for it.
* ``NONET_PYTHON_INCLUDE`` names the directory of ``Python.h`` if it is not the usual one.

No system package manager is called. Where ``Python.h`` is missing, an error names the package to install.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from scikit_build_core import build as _base
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings: TypeAlias = dict[str, list[str] | str]

ZIG = "ziglang>=0.13"
_COMPILERS = ("c++", "g++", "clang++")
_ZIG_ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64", "i686": "x86", "i386": "x86"}


# -- what the machine lacks ----------------------------------------------------------------------


def needs_zig(
    environ: Mapping[str, str] = os.environ,
    which: Callable[[str], str | None] = shutil.which,
    settings: Settings | None = None,
) -> bool:
    """Return whether to build with zig: it is asked for, or there is no other C++ compiler."""
    if environ.get("NONET_ZIG_TARGET"):
        return True
    if environ.get("CXX") or environ.get("CMAKE_TOOLCHAIN_FILE"):
        return False
    named = " ".join([environ.get("CMAKE_ARGS", ""), *(settings or {})])
    if "CMAKE_CXX_COMPILER" in named or "CMAKE_TOOLCHAIN_FILE" in named:
        return False
    return not any(map(which, _COMPILERS))


def zig_target(system: str, machine: str, host: str) -> str:
    """Return the argument of ``zig c++ -target``: architecture, system and C library.

    ``host`` is the system that the interpreter was built for; it says whether the C library is glibc or musl.
    """
    machine = machine.lower()
    machine = _ZIG_ARCHITECTURES.get(machine, machine)
    if system == "Darwin":
        return f"{machine}-macos.11.0"
    if system == "Windows":
        return f"{machine}-windows-gnu"
    if "musl" in host:
        return f"{machine}-linux-musl"
    oldest = "2.17" if machine in ("x86_64", "x86", "aarch64") else "2.28"
    return f"{machine}-linux-gnu.{oldest}"


def zig_commands(zig: Path, target: str) -> dict[str, list[str]]:
    """Return the command that each of the scripts runs."""
    compiler = [str(zig), "c++", "-target", target, "-mcpu=baseline", "-fno-sanitize=undefined"]
    return {"c++": compiler, "ar": [str(zig), "ar"], "ranlib": [str(zig), "ranlib"]}


# -- a compiler from zig -------------------------------------------------------------------------


def write_scripts(commands: Mapping[str, list[str]], directory: Path) -> dict[str, Path]:
    """Write the scripts into ``directory`` and return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    cache = directory / "cache"
    paths = {}
    for name, command in commands.items():
        if os.name == "nt":
            path = directory / f"{name}.cmd"
            quoted = " ".join(f'"{word}"' for word in command)
            lines = [
                "@echo off",
                f'set "ZIG_GLOBAL_CACHE_DIR={cache}"',
                f'set "ZIG_LOCAL_CACHE_DIR={cache}"',
                f"{quoted} %*",
            ]
        else:
            path = directory / name
            where = shlex.quote(str(cache))
            lines = [
                "#!/bin/sh",
                f"export ZIG_GLOBAL_CACHE_DIR={where} ZIG_LOCAL_CACHE_DIR={where}",
                f'exec {shlex.join(command)} "$@"',
            ]
        path.write_text("\n".join(lines) + "\n")
        path.chmod(0o755)
        paths[name] = path
    return paths


def own_target() -> str:
    """Return the target for this machine."""
    host = sysconfig.get_config_var("HOST_GNU_TYPE") or ""
    return zig_target(platform.system(), platform.machine(), host)


def tag_settings(target: str | None) -> Settings:
    """Return the settings for the tag of a wheel that is built for a named target; none without a target."""
    machine, _, glibc = (target or "").partition("-linux-gnu.")
    if not glibc:
        return {}
    settings: Settings = {
        "env._PYTHON_HOST_PLATFORM": f"manylinux_{glibc.replace('.', '_')}_{machine}"
    }
    if machine != own_target().split("-")[0]:
        suffix = f".{sys.implementation.cache_tag}-{machine}-linux-gnu.so"
        settings["env.SETUPTOOLS_EXT_SUFFIX"] = suffix
    return settings


def cross_settings(target: str, own: str) -> Settings:
    """Return what CMake must know to build for another machine than this one."""
    (machine, system), (own_machine, own_system) = target.split("-")[:2], own.split("-")[:2]
    if (machine, system) == (own_machine, own_system):
        return {}
    names = {"macos": "Darwin", "windows": "Windows"}
    return {
        "cmake.define.CMAKE_SYSTEM_NAME": names.get(system.split(".")[0], "Linux"),
        "cmake.define.CMAKE_SYSTEM_PROCESSOR": machine,
        "install.strip": "false",  # strip knows the format of this machine only
    }


def with_zig(settings: Settings) -> Settings:
    """Write the scripts and return the settings with CMake pointed at them."""
    import ziglang  # type: ignore[import-not-found,import-untyped,unused-ignore]

    zig = Path(ziglang.__file__).parent / ("zig.exe" if os.name == "nt" else "zig")
    named = os.environ.get("NONET_ZIG_TARGET")
    target = named or own_target()
    directory = Path("build", "zig", target).absolute()
    paths = write_scripts(zig_commands(zig, target), directory)
    print(f"nonet: building with the compiler of zig for {target}", file=sys.stderr)
    return {
        "build-dir": "build/{wheel_tag}-zig",
        **tag_settings(named),
        **cross_settings(target, own_target()),
        **settings,
        "cmake.define.CMAKE_CXX_COMPILER": paths["c++"].as_posix(),
        "cmake.define.CMAKE_AR": paths["ar"].as_posix(),
        "cmake.define.CMAKE_RANLIB": paths["ranlib"].as_posix(),
    }


# -- the headers of Python -----------------------------------------------------------------------


def with_headers(settings: Settings, own: Path) -> Settings:
    """Return the settings with CMake pointed at a copy of the headers below ``build/python``.

    ``own`` is the directory that has them. Debian keeps them in two directories; the copy brings both together,
    so a compiler that does not look into ``/usr/include`` finds them.
    """
    copy = Path("build", "python", own.name).absolute()
    if not (copy / "Python.h").is_file():
        shutil.copytree(own, copy, dirs_exist_ok=True)
        multiarch = sysconfig.get_config_var("MULTIARCH") or "-"
        other = own.parent / multiarch / own.name
        if other.is_dir():
            shutil.copytree(other, copy / multiarch / own.name, dirs_exist_ok=True)
    return {**settings, "cmake.define.Python_INCLUDE_DIR": copy.as_posix()}


def prepared(settings: Settings | None) -> Settings | None:
    """Return the settings of a build with what this machine lacks."""
    if "cmake.define.Python_INCLUDE_DIR" in (settings or {}):
        own = None
    else:
        named = os.environ.get("NONET_PYTHON_INCLUDE")
        own = Path(named or sysconfig.get_path("include"))
        if not (own / "Python.h").is_file():
            raise SystemExit(
                f"nonet: Python.h is missing in {own}. Install the headers of Python and try again:"
                " `apt install python3-dev` on Debian and Ubuntu, `dnf install python3-devel` on Fedora."
            )
    zig = needs_zig(settings=settings)
    if zig:
        settings = with_zig(settings or {})
    split = bool(sysconfig.get_config_var("MULTIARCH")) and own and own.parent.name == "include"
    if own and (os.environ.get("NONET_PYTHON_INCLUDE") or (zig and split)):
        settings = with_headers(settings or {}, own)
    return settings


# -- the hooks -----------------------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    requires = _base.get_requires_for_build_wheel(config_settings)
    return [*requires, ZIG] if needs_zig(settings=config_settings) else requires


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    requires = _base.get_requires_for_build_editable(config_settings)
    return [*requires, ZIG] if needs_zig(settings=config_settings) else requires


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings | None = None
) -> str:
    settings = {**tag_settings(os.environ.get("NONET_ZIG_TARGET")), **(config_settings or {})}
    return _base.prepare_metadata_for_build_wheel(metadata_directory, settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Settings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _base.build_wheel(wheel_directory, prepared(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _base.build_editable(wheel_directory, prepared(config_settings), metadata_directory)
