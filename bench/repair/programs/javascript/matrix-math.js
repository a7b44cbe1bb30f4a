'use strict';

const identity = (size) =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)));

function multiply(a, b) {
  if (a[0].length !== b.length) {
    throw new RangeError('shapes do not fit');
  }
  const result = [];
  for (let i = 0; i < a.length; i++) {
    const row = [];
    for (let j = 0; j < b[0].length; j++) {
      let sum = 0;
      for (let k = 0; k < b.length; k++) {
        sum += a[i][k] * b[k][j];
      }
      row.push(sum);
    }
    result.push(row);
  }
  return result;
}

function power(matrix, exponent) {
  if (exponent === 0) return identity(matrix.length);
  const half = power(matrix, Math.floor(exponent / 2));
  const squared = multiply(half, half);
  return exponent % 2 === 1 ? multiply(squared, matrix) : squared;
}

const transpose = (matrix) => matrix[0].map((_, column) => matrix.map((row) => row[column]));

const fibonacciMatrix = [[1, 1], [1, 0]];
console.log(power(fibonacciMatrix, 10)[0][1]);
console.log(multiply([[1, 2], [3, 4]], [[5], [6]]));
console.log(transpose([[1, 2, 3], [4, 5, 6]]));
try {
  multiply([[1, 2]], [[1, 2]]);
} catch (error) {
  console.log(error instanceof RangeError, error.message);
}
console.log(identity(2).flat().join(''));
