"""The board as configuration: ``board.toml`` as frozen, checked values."""

from hardware.config.checks import check
from hardware.config.faults import Fault, FaultyConfig
from hardware.config.read import load_config, parse_config
from hardware.config.settings import BoardConfig
from hardware.config.write import config_text

__all__ = ["BoardConfig", "Fault", "FaultyConfig", "check", "config_text", "load_config", "parse_config"]
