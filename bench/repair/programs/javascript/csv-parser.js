function parseLine(line, separator = ',') {
  const cells = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (quoted) {
      if (char === '"' && line[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (char === '"') {
        quoted = false;
      } else {
        cell += char;
      }
    } else if (char === '"') {
      quoted = true;
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else {
      cell += char;
    }
  }
  cells.push(cell);
  return cells;
}

function toObjects(text) {
  const lines = text.trim().split('\n');
  const names = parseLine(lines[0]);
  return lines.slice(1).map((line) => {
    const cells = parseLine(line);
    const row = {};
    names.forEach((name, index) => {
      row[name] = isNaN(cells[index]) ? cells[index] : Number(cells[index]);
    });
    return row;
  });
}

const text = 'city,people,motto\nParis,2100000,"light, love"\nOslo,700000,"""cool"""\n';
const rows = toObjects(text);
console.log(rows);
console.log(rows.map((row) => row.people).reduce((a, b) => a + b, 0));
console.log(parseLine('a;b;;c', ';').length, typeof rows[0].people);
const byCity = Object.groupBy ? rows.length : 0;
console.log(`Rows: ${byCity}`);
