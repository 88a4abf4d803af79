"""Light drivers: each a file, each behind :class:`hardware.protocols.Lights`."""
