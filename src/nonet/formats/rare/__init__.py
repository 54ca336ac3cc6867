"""Formats that few people bring."""
