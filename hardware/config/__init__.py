"""The board as configuration: ``board.toml`` as frozen, checked values."""
