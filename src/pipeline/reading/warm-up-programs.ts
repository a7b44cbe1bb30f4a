import type { Program } from '../guard/find-dangers.ts'

/** Ordinary programs. Reading them a few times makes the next ones fast: V8 compiles hot code. */
export const WARM_UP_PROGRAMS: readonly Program[] = [
  {
    language: 'python',
    code: `import json
import os
from collections import defaultdict


class Report:
    """Adds up what was sold."""

    def __init__(self, rows: list[dict], most: int = 10) -> None:
        self.rows = rows
        self.most = most

    def totals(self) -> dict[str, float]:
        found = defaultdict(float)
        for row in self.rows:
            if row.get("price") and row["amount"] > 0:
                found[row["name"]] += float(row["price"]) * row["amount"]
            elif "name" not in row:
                raise ValueError(f"row without a name: {row!r}")
        return dict(sorted(found.items(), key=lambda item: -item[1])[: self.most])


def read(path: str) -> list[dict]:
    with open(os.path.join("data", path), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


if __name__ == "__main__":
    for name, total in Report(read("sales.jsonl")).totals().items():
        print(f"{name:<20} {total:>10.2f}")
`,
  },
  {
    language: 'javascript',
    code: `const fs = require('node:fs')

class Report {
  constructor(rows, { most = 10 } = {}) {
    this.rows = rows
    this.most = most
  }

  totals() {
    const found = new Map()
    for (const { name, price, amount } of this.rows) {
      if (!name) throw new Error(\`row without a name: \${JSON.stringify({ price, amount })}\`)
      if (price && amount > 0) found.set(name, (found.get(name) ?? 0) + price * amount)
    }
    return [...found].sort(([, a], [, b]) => b - a).slice(0, this.most)
  }
}

const read = async (path) => {
  const text = await fs.promises.readFile(path, 'utf8')
  return text.split('\\n').filter(Boolean).map((line) => JSON.parse(line))
}

read('sales.jsonl').then((rows) => {
  for (const [name, total] of new Report(rows).totals()) console.log(name.padEnd(20), total.toFixed(2))
})
`,
  },
]
