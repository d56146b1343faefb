"""The wheel: its content, and that it can be built again."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE))
import build_wheels  # noqa: E402

THREE_LINES = """
import numpy, tourmaline
result = tourmaline.solve(numpy.random.default_rng(1).random((50, 2)), max_steps=3)
print(len(result.tour), result.cost)
"""


@pytest.fixture
def binaries(tmp_path: Path) -> Path:
    for platform in build_wheels.TAGS:
        folder = tmp_path / "binaries" / platform
        folder.mkdir(parents=True)
        name = "tourmaline.exe" if "windows" in platform else "tourmaline"
        (folder / name).write_text(platform, encoding="utf-8")
    (tmp_path / "binaries" / "THIRD-PARTY-LICENSES.txt").write_text("== Go", encoding="utf-8")
    return tmp_path / "binaries"


def test_two_builds_are_identical(binaries: Path, tmp_path: Path) -> None:
    digests = []
    for out in ("a", "b"):
        build_wheels.main("v0.1.0", str(binaries), str(tmp_path / out))
        wheels = sorted((tmp_path / out).iterdir())
        assert len(wheels) == len(build_wheels.TAGS)
        digests.append([hashlib.sha256(w.read_bytes()).hexdigest() for w in wheels])
    assert digests[0] == digests[1]


def test_content(binaries: Path, tmp_path: Path) -> None:
    wheel = build_wheels.build(
        "0.1.0", binaries / "linux-amd64" / "tourmaline", "linux-amd64", tmp_path
    )
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("tourmaline/bin/tourmaline") == b"linux-amd64"
        assert archive.getinfo("tourmaline/bin/tourmaline").external_attr >> 16 == 0o100755
        assert "tourmaline/py.typed" in archive.namelist()
        assert b"Tag: py3-none-manylinux_2_17_x86_64" in archive.read(
            "tourmaline_opt-0.1.0.dist-info/WHEEL"
        )
        folder = "tourmaline_opt-0.1.0.dist-info"
        assert archive.read(f"{folder}/licenses/THIRD-PARTY-LICENSES.txt") == b"== Go"
        assert b"Apache License" in archive.read(f"{folder}/licenses/LICENSE")
        assert b"License-File: THIRD-PARTY" in archive.read(f"{folder}/METADATA")
        record = archive.read("tourmaline_opt-0.1.0.dist-info/RECORD").decode()
        assert {line.split(",")[0] for line in record.splitlines()} == set(archive.namelist())


def test_versions() -> None:
    versions = {"v0.1.0": "0.1.0", "1.2.3": "1.2.3", "v0.2.0-rc.1": "0.2.0rc1"}
    assert {v: build_wheels.version_of(v) for v in versions} == versions
    with pytest.raises(SystemExit, match="expected a version"):
        build_wheels.version_of("devel")


def test_a_fresh_environment() -> None:
    """The gate installs a wheel into a fresh environment and names its interpreter here."""
    python = os.environ.get("TOURMALINE_FRESH_PYTHON")
    if python is None:
        python = sys.executable
    environment = {k: v for k, v in os.environ.items() if k != "TOURMALINE_FRESH_PYTHON"}
    if python != sys.executable:
        for name in ("PYTHONPATH", "TOURMALINE_BINARY"):
            environment.pop(name, None)
        environment["PATH"] = "/nowhere"
    shown = subprocess.run(
        [python, "-c", THREE_LINES], env=environment, capture_output=True, text=True, check=True
    )
    stops, cost = shown.stdout.split()
    assert stops == "50"
    assert 5 < float(cost) < 7
