"""Sensor drivers: each a file, each behind :class:`hardware.protocols.Sensors`."""
