"""Lets ``python -m firmware_bridge`` stand for ``yinsh-board``."""

import sys

from firmware_bridge.cli import main

sys.exit(main())
