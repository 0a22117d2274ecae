"""Tags the wheel: it has a library for one platform in it, and works with every Python 3."""

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel


class LibraryWheel(bdist_wheel):
    """A wheel with a library that is loaded by ctypes, and so is of no version of Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", platform


setup(cmdclass={"bdist_wheel": LibraryWheel})
