import { expect, test } from 'vitest'
import { proposed, repaired, type Told } from '../repaired.fixture.ts'
import { closeQuote } from './close-quote.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['at the end of a line', 'echo "Hello, $name\necho "done"\n', 'echo "Hello, $name"\necho "done"\n'],
  [
    'before the end of a test',
    'if [ "$x" = "yes ]; then\n  echo "a"\nfi\n',
    'if [ "$x" = "yes" ]; then\n  echo "a"\nfi\n',
  ],
  [
    'at the beginning of a word',
    'if [ $x" = "yes" ]; then\n  echo "a"\nfi\n',
    'if [ "$x" = "yes" ]; then\n  echo "a"\nfi\n',
  ],
  ['at the beginning of a sentence', 'echo Total lines: $n"\n', 'echo "Total lines: $n"\n'],
  ['before a pipe', 'echo "a b | wc -w\necho "c"\n', 'echo "a b" | wc -w\necho "c"\n'],
  ['inside of a substitution', 'n=$(grep -c "x" "$file)\necho "$n"\n', 'n=$(grep -c "x" "$file")\necho "$n"\n'],
  ['of an assignment', 'name="app\necho "$name"\n', 'name="app"\necho "$name"\n'],
  ['of a single kind', "echo 'a b\necho 'c'\n", "echo 'a b'\necho 'c'\n"],
  [
    'of the right kind before an option',
    'd=$(date -d "$day +$(( 5 - n )) days\' +%F)\necho "$d"\n',
    'd=$(date -d "$day +$(( 5 - n )) days" +%F)\necho "$d"\n',
  ],
  ['around an apostrophe', "echo 'It's fine'\n", 'echo "It\'s fine"\n'],
  ['beside an apostrophe', "echo 'It's $5'\n", "echo 'It'\\''s $5'\n"],
  ['behind an apostrophe', 'echo "it\'s $n\necho "done"\n', 'echo "it\'s $n"\necho "done"\n'],
  ['taken away where it stands twice', 'echo "one""\necho "two"\n', 'echo "one"\necho "two"\n'],
  ['of the right kind', 'echo "a b\'\necho "c"\n', 'echo "a b"\necho "c"\n'],
]

test.each(REPAIRED)('the strategy puts quotes back: %s', (_, broken, mended, told) => {
  expect(repaired(closeQuote, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['strings over lines', 'echo "a\nb"\n', { type: 'CommandNotFound' }],
  ['documents with apostrophes', "cat <<EOF\nit's\nEOF\n"],
  ['the marks of a fence', '```bash\necho a\n'],
  ['no quotes at all', 'if true; then\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(closeQuote, code, told)).toBeUndefined()
})

test('a program for awk in quotes over several lines is closed behind its last brace', () => {
  const broken = `f() {\n  awk -v n="$1" 'BEGIN {\n    if (n) { print n }\n  }\n}\nf 2\n`
  const mended = `f() {\n  awk -v n="$1" 'BEGIN {\n    if (n) { print n }\n  }'\n}\nf 2\n`
  expect(repaired(closeQuote, broken)).toBe(mended)
})

test('a string before a program in quotes is closed before that program', () => {
  const broken = `f() {\n  awk -v a="$1" -v b="$2 'BEGIN {\n    print a + b\n  }'\n}\nf 2 "3"\n`
  expect(repaired(closeQuote, broken)).toBe(broken.replace('"$2 ', '"$2" '))
})

test('the strategy is never surer than sure', () => {
  const sureness = proposed(closeQuote, `'"`, { message: 'syntax error' }).map((each) => each.sureness)
  expect(sureness.length).toBeGreaterThan(0)
  expect(Math.max(...sureness)).toBeLessThanOrEqual(1)
})
