"""What touches metal: sensors, lights, controls and sounders behind small protocols, and a virtual board."""
