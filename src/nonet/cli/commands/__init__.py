"""The commands, one file each: its name, its options and its work together."""
