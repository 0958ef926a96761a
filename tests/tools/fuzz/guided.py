"""Fuzzing of one target by atheris, in a process of its own: ``python -m tests.tools.fuzz.guided``.

The engine is instrumented as it is imported, so that inputs which reach new code are kept and
changed further. `tests.tools.fuzz.__main__` starts this and collects what it leaves.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

# It is not among the requirements, and checkers know nothing of it.
_ATHERIS: Final = import_module("atheris")


def main(name: str, folder: str, *options: str) -> None:
    """Fuzz a target.

    Args:
        name: of the target.
        folder: where an input that is a fault is left.
        options: of libFuzzer.
    """
    with _ATHERIS.instrument_imports(include=["pitboss"]):
        targets = import_module("tests.tools.fuzz.targets")
    import_module("tests.tools.fuzz.__main__").prepare()
    inputs = Path(folder, "inputs")
    inputs.mkdir()
    target = targets.TARGETS[name]
    for number, data in enumerate((*target.seeds(), *targets.kept(name))):
        (inputs / str(number)).write_bytes(data)

    def read(data: bytes) -> None:
        targets.try_out(target, data)

    _ATHERIS.Setup([name, f"-artifact_prefix={folder}/", *options, str(inputs)], read)
    _ATHERIS.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
