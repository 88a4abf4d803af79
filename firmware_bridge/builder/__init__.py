"""What helps a person build a board: calibrating, mapping and watching it. No clocks, no devices: frames go in."""
