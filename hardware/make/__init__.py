"""How the machine is built: its wiring, the arm of its camera, where lamps may hang. As drawings and tables."""
