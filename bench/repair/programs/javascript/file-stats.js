import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join, extname, basename } from 'node:path';

const folder = join('work', 'reports');
mkdirSync(folder, { recursive: true });

const files = {
  'a.txt': 'one\ntwo\nthree\n',
  'b.json': JSON.stringify({ size: 3, tags: ['x', 'y'] }),
  'c.csv': 'name,age\nAda,36\nBen,41\n',
};

for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content);
}

function describe(path) {
  const content = readFileSync(path, 'utf8');
  switch (extname(path)) {
    case '.json': {
      const data = JSON.parse(content);
      return `json with ${Object.keys(data).length} keys`;
    }
    case '.csv':
      return `table of ${parseCsv(content).length} rows`;
    default:
      return `text of ${content.trim().split('\n').length} lines`;
  }
}

function parseCsv(content) {
  const [header, ...rows] = content.trim().split('\n').map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(header.map((key, index) => [key, row[index]])));
}

for (const name of Object.keys(files)) {
  const path = join(folder, name);
  console.log(basename(path).padEnd(8), describe(path));
}
const people = parseCsv(files['c.csv']);
const total = people.reduce((sum, person) => sum + Number(person.age), 0);
console.log(people[0].name, total / people.length, existsSync(join(folder, 'missing.txt')));
