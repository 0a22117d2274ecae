"""Tags the wheel: it has a library for one platform in it, and works with every Python 3."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class LibraryDistribution(Distribution):
    """It has machine code, so its files belong where those of a platform are installed."""

    def has_ext_modules(self) -> bool:
        return True


class LibraryWheel(bdist_wheel):
    """A wheel with a library that is loaded by ctypes, and so is of no version of Python."""

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", platform


setup(cmdclass={"bdist_wheel": LibraryWheel}, distclass=LibraryDistribution)
