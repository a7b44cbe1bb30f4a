/** A text sent as a program that is clearly none. */
export interface HardText {
  name: string
  text: string
}

/** Sizes in characters, from a long answer to the most that repair rules read. */
const SIZES = [10_000, 35_000, 200_000]

const THOUGHTS = [
  "Okay, so the user wants me to write a function that adds up the rows. Let's think about what that means.",
  "First I'd read the file (it's a CSV, isn't it?), then split it; but wait, that's not quite right.",
  'Hmm, what if a row is empty? Then float("") would raise a ValueError: we don\'t want that.',
  'Actually the header says `price, amount, name`, so row[1] is the amount, not the price!',
  '',
]
const HALF_CODE = [
  'def total(rows:',
  '    for row in rows',
  '        if row["price"] > 0 and (row["amount"] != None:',
  "            found[row['name'] += float(row['price') * row[amount]",
  '        else if row.get("name") == null {',
  '            console.log("no name: " + row);',
  '    return dict(sorted(found.items(), key=lambda item: -item[1])[:10]',
  'SELECT name, sum(price FROM sales WHERE amount > 0 GROUP BY name;',
  'for f in *.csv; do if [ -f $f ]; then echo "$f" fi; done',
  'So this loop would never end, would it? Let me try again:',
]

/** The lines over and over, up to the length. */
function filled(lines: readonly string[], length: number): string {
  const once = `${lines.join('\n')}\n`
  return once.repeat(Math.ceil(length / once.length)).slice(0, length)
}

/** Each line once, with a number: many distinct words and lines. */
function numbered(lines: readonly string[], length: number): string {
  let text = ''
  for (let number = 0; text.length < length; number++) text += `${lines[number % lines.length]} name${number}\n`
  return text.slice(0, length)
}

function nested(length: number): string {
  let text = ''
  for (let depth = 0; text.length < length; depth++) {
    text += `${' '.repeat((depth % 40) * 2)}if (x${depth} > [${depth}, {"a": (b${depth}\n`
  }
  return text.slice(0, length)
}

const KINDS: Record<string, (length: number) => string> = {
  prose: (length) => filled(THOUGHTS, length),
  'numbered prose': (length) => numbered(THOUGHTS, length),
  'half code': (length) => filled(HALF_CODE, length),
  'numbered half code': (length) => numbered(HALF_CODE, length),
  'thoughts with code': (length) => numbered([...THOUGHTS, '```python', ...HALF_CODE, '```', ...THOUGHTS], length),
  'nested half code': nested,
  'a repeated fragment': (length) => filled(['x = f(a, b'], length),
  'deep brackets': (length) => '([{'.repeat(Math.ceil(length / 3)).slice(0, length),
  'closing brackets': (length) => ')]}'.repeat(Math.ceil(length / 3)).slice(0, length),
  'unclosed quotes': (length) => filled(["it's", 'a = "b', '`c'], length),
  'one long line': (length) => 'word (and, another "one" '.repeat(Math.ceil(length / 25)).slice(0, length),
  'blank lines': (length) => filled(['', '    ', '\t', 'x'], length),
}

/** Texts on which a search that is not linear does not end, each kind in several sizes. */
export const hardTexts = (sizes: readonly number[] = SIZES): HardText[] => [
  ...Object.entries(KINDS).flatMap(([kind, make]) =>
    sizes.map((size) => ({ name: `${size / 1000} kB of ${kind}`, text: make(size) })),
  ),
  { name: '10,000 unclosed quotes', text: `${'"\n'.repeat(5_000)}${"'x ".repeat(5_000)}` },
]
