import os
import time
from pathlib import Path

ROOT = Path("notes")


class Notebook:
    def __init__(self, root):
        self.root = root
        self.changes = 0

    def path_of(self, name):
        return self.root / "text" / f"{name}.txt"

    def write(self, name, lines):
        path = self.path_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            for number, line in enumerate(lines, start=1):
                handle.write(f"{number}. {line}\n")
        self.changes += 1

    def read(self, name):
        path = self.path_of(name)
        if not path.exists():
            return []
        with open(path, encoding="utf-8") as handle:
            return [line.rstrip("\n") for line in handle]

    def names(self):
        return sorted(path.stem for path in self.root.glob("**/*.txt"))


started = time.perf_counter()
notebook = Notebook(ROOT)
notebook.write("shopping", ["bread", "käse", "milk"])
notebook.write("ideas", ["write tests", "sleep – well"])
for name in notebook.names():
    print(name.upper())
    for line in notebook.read(name):
        print("   " + line)
print("Missing:", notebook.read("missing"))
print("Changes: " + str(notebook.changes))
os.makedirs("notes/archive", exist_ok=True)
os.rename("notes/text/ideas.txt", "notes/archive/ideas.old")
print(notebook.names(), os.path.exists("notes/archive/ideas.old"))
print(time.perf_counter() - started >= 0)
