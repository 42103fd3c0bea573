"""Entry point of the app."""
