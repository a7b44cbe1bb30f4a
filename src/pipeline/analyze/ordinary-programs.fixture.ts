/** Small programs of each language, to be cut and mixed. */
export const ORDINARY_PROGRAMS: string[] = [
  `import csv
from collections import defaultdict

class Report:
    """Sums by name."""

    def __init__(self, path, *, limit=10):
        self.path = path
        self.limit = limit

    @property
    def rows(self):
        with open(self.path) as file:
            return [row for row in csv.reader(file) if row and row[0] != '#']

    async def total(self, name: str = "all") -> dict[str, int]:
        sums = defaultdict(int)
        for key, value in self.rows:
            try:
                sums[key] += int(value) if value else 0
            except ValueError as problem:
                print(f"{key!r}: {problem}")
        else:
            pass
        match name:
            case "all" | "any": return sums
            case _ if name in sums: return {name: sums[name]}
        return {}

if __name__ == "__main__":
    print(sorted(Report("a.csv").rows, key=lambda row: row[0]))
`,
  `import { readFile } from 'node:fs/promises'
export const sum = (...values) => values.reduce((total, value) => total + value, 0)
class Queue extends Array {
  #limit = 10
  static of({ limit = 5, ...rest } = {}) { return new Queue(rest) }
  get first() { return this[0]?.value ?? null }
  async *drain() {
    outer: while (this.length) {
      switch (this.first) {
        case 1: continue outer
        default: yield this.shift()
      }
    }
  }
}
for (const [name, count] of Object.entries(JSON.parse(await readFile('a.json', 'utf8')))) {
  if (count > 1 && !name.startsWith('_')) console.log(\`\${name}: \${'*'.repeat(count)}\`)
  else if (count === 0) { /* none */ } else { try { sum(count) } catch { } finally { } }
}
`,
  `#!/bin/bash
set -euo pipefail
# counts words
usage() { echo "usage: $0 FILE" >&2; exit 2; }
[[ $# -eq 1 && -r $1 ]] || usage
while read -r line; do
  for word in $line; do
    case $word in
      a|an|the) continue ;;
      *) echo "\${word,,}" ;;
    esac
  done
done < "$1" | sort | uniq -c | head -n "$(nproc)"
cat <<EOF
# not a comment $(date)
EOF
if (( SECONDS > 10 )); then curl -s "http://localhost/\${1##*/}"; elif true; then :; else sleep 1; fi
`,
  `-- orders by customer
create table orders (id integer primary key, customer text not null, price numeric default 0);
insert into orders (customer, price) values ('a''b', 1), ('c', 2);
/* the best ones */
with best as (select customer, sum(price) as total from orders group by customer)
select c.name, case when total > 10 and total < 20 then 'good' when total >= 20 then 'best' else 'new' end
from best join customers c on c.id = best.customer and c.active
where total between 1 and 100 or exists (select 1 from orders o where o.customer = c.id)
order by total desc limit 10;
create function f() returns int as $$ begin return 1; end $$ language plpgsql;
`,
]
