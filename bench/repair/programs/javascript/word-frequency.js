const text = `It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness.`;

function words(input) {
  return input.toLowerCase().match(/[a-z]+/g) || [];
}

function frequency(input) {
  const counts = new Map();
  for (const word of words(input)) {
    counts.set(word, (counts.get(word) || 0) + 1);
  }
  return counts;
}

function top(counts, limit) {
  return [...counts.entries()]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, limit);
}

const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1);

const counts = frequency(text);
for (const [word, count] of top(counts, 4)) {
  console.log(word.padEnd(6, '.') + String(count).padStart(3));
}
console.log('Different:', counts.size, 'all:', words(text).length);
console.log([...new Set(words(text))].filter((word) => word.length > 5).map(capitalize).join(' '));
if (counts.get('times') === 2 && !counts.has('time')) {
  console.log('two times');
} else {
  console.log('something else');
}
const longest = words(text).reduce((best, word) => (word.length > best.length ? word : best), '');
console.log(`Longest: ${longest} (${longest.length})`);
