"""Enrolling a box from a phone: a site of its own, on which cards are photographed, looked at and corrected."""
