"""From the hands above the board to the game and back to its lights, and the commands that a person types."""
