"""The functions of chapters 1 to 3: the file that a reader of the tutorial has after them."""


def read(text):
    size = int(len(text) ** 0.5)
    digits = [int(sign) if sign.isdigit() else 0 for sign in text]
    return [digits[start : start + size] for start in range(0, size * size, size)]


def show(board, blank="."):
    for row in range(9):
        if row in (3, 6):
            print("------+-------+------")
        signs = [str(digit) if digit else blank for digit in board[row]]
        print(" ".join(signs[:3]), "|", " ".join(signs[3:6]), "|", " ".join(signs[6:]))


def is_valid(board, row, column, digit):
    for other in range(9):
        if board[row][other] == digit or board[other][column] == digit:
            return False
    top, left = row // 3 * 3, column // 3 * 3
    for r in range(top, top + 3):
        for c in range(left, left + 3):
            if board[r][c] == digit:
                return False
    return True


def find_empty(board):
    for row in range(9):
        for column in range(9):
            if board[row][column] == 0:
                return row, column
    return None


def solve(board):
    place = find_empty(board)
    if place is None:
        return True
    row, column = place
    for digit in range(1, 10):
        if is_valid(board, row, column, digit):
            board[row][column] = digit
            if solve(board):
                return True
            board[row][column] = 0
    return False


def solutions(board):
    place = find_empty(board)
    if place is None:
        yield [row.copy() for row in board]
        return
    row, column = place
    for digit in range(1, 10):
        if is_valid(board, row, column, digit):
            board[row][column] = digit
            yield from solutions(board)
            board[row][column] = 0
