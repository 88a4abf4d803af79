"""``micropython`` as the compiler on the board knows it, and a stand-in for other Pythons.

``@micropython.native`` turns a loop into machine code on the board; elsewhere it changes nothing.
"""

try:
    import micropython
except ImportError:

    class micropython:  # noqa: N801  (named as the module it stands for)
        """Decorators without effect."""

        @staticmethod
        def native(function):  # noqa: ANN001, ANN205  (shim.pyi has the types: the board knows none)
            """The function itself."""
            return function


__all__ = ["micropython"]
