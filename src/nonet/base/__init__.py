"""Words and numbers that everything rests on: errors, cells, digits, nested lists, random numbers."""
