"""The commands of ``yinsh-board``, a module each.

A command has ``HELP`` (one line for the list of commands), ``add_arguments(parser)`` and ``run(args)``, which
returns the exit code. It is listed in :data:`firmware_bridge.cli.COMMANDS` and imported only when it is used.
"""
