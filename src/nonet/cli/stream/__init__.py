"""Many puzzles on the command line: read in pieces, worked on by several threads, written in order."""
