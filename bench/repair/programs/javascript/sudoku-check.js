const puzzle = [
  '53..7....',
  '6..195...',
  '.98....6.',
  '8...6...3',
  '4..8.3..1',
  '7...2...6',
  '.6....28.',
  '...419..5',
  '....8..79',
].map((row) => row.split(''));

function canPlace(grid, row, column, digit) {
  for (let i = 0; i < 9; i++) {
    const boxRow = 3 * Math.floor(row / 3) + Math.floor(i / 3);
    const boxColumn = 3 * Math.floor(column / 3) + (i % 3);
    if (grid[row][i] === digit || grid[i][column] === digit || grid[boxRow][boxColumn] === digit) {
      return false;
    }
  }
  return true;
}

function solve(grid) {
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (grid[row][column] !== '.') continue;
      for (const digit of '123456789') {
        if (!canPlace(grid, row, column, digit)) continue;
        grid[row][column] = digit;
        if (solve(grid)) return true;
        grid[row][column] = '.';
      }
      return false;
    }
  }
  return true;
}

const empty = puzzle.flat().filter((cell) => cell === '.').length;
console.log('Empty cells:', empty);
const grid = puzzle.map((row) => [...row]);
console.log('Solved:', solve(grid));
for (const row of grid) {
  console.log(row.join(''));
}
const sums = grid.map((row) => row.map(Number).reduce((a, b) => a + b));
console.log(new Set(sums).size === 1, sums[0]);
