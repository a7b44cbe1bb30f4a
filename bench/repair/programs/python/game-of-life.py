GLIDER = """
.#...
..#..
###..
.....
.....
"""


def parse(text):
    cells = set()
    for y, line in enumerate(text.strip().split("\n")):
        for x, character in enumerate(line):
            if character == "#":
                cells.add((x, y))
    return cells


def neighbours(cell):
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx != 0 or dy != 0]


def step(cells):
    counts = {}
    for cell in cells:
        for other in neighbours(cell):
            counts[other] = counts.get(other, 0) + 1
    # A cell lives with three neighbours, or with two when it lived before.
    return {cell for cell, count in counts.items() if count == 3 or (count == 2 and cell in cells)}


def render(cells, size):
    rows = []
    for y in range(size):
        row = ["#" if (x, y) in cells else "." for x in range(size)]
        rows.append("".join(row))
    return "\n".join(rows)


generation = parse(GLIDER)
for turn in range(1, 5):
    generation = step(generation)
    print("Turn " + str(turn) + ":", len(generation), "alive")
print(render(generation, 5))
print(sorted(generation))
blinker = parse(".#.\n.#.\n.#.")
print(step(step(blinker)) == blinker, step(blinker) == blinker)
