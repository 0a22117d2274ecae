"""Tags the wheel: it contains a library for one platform and works with every Python 3."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class LibraryDistribution(Distribution):
    """The package contains machine code, so it is installed as platform-specific."""

    def has_ext_modules(self) -> bool:
        return True


class LibraryWheel(bdist_wheel):
    """A wheel whose library is loaded by ctypes, and so does not depend on the Python version."""

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", platform


setup(cmdclass={"bdist_wheel": LibraryWheel}, distclass=LibraryDistribution)
