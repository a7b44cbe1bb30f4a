// Converts between numbers and Roman numerals.
const SYMBOLS = [
  ['M', 1000], ['CM', 900], ['D', 500], ['CD', 400],
  ['C', 100], ['XC', 90], ['L', 50], ['XL', 40],
  ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1],
];

function toRoman(number) {
  if (!Number.isInteger(number) || number < 1 || number > 3999) {
    throw new RangeError(`${number} has no Roman form`);
  }
  let rest = number;
  let text = '';
  for (const [symbol, value] of SYMBOLS) {
    while (rest >= value) {
      text += symbol;
      rest -= value;
    }
  }
  return text;
}

function fromRoman(text) {
  let total = 0;
  let index = 0;
  for (const [symbol, value] of SYMBOLS) {
    while (text.startsWith(symbol, index)) {
      total += value;
      index += symbol.length;
    }
  }
  return index === text.length ? total : NaN;
}

const years = [4, 9, 14, 1990, 2024];
years.forEach((year) => console.log(String(year).padStart(4), toRoman(year)));
console.log(years.every((year) => fromRoman(toRoman(year)) === year));
console.log(fromRoman('ABC'), Number.isNaN(fromRoman('IIX')));
try {
  toRoman(0);
} catch (error) {
  console.log(error.name + ': ' + error.message);
}
/* The longest numeral below 100. */
const candidates = Array.from({ length: 99 }, (_, index) => index + 1);
console.log(candidates.sort((a, b) => toRoman(b).length - toRoman(a).length)[0]);
