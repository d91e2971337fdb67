"""Adapters for frameworks. Each is a module of its own, imported by who uses it: ``whetstone.adapters.openai`` and so on."""
