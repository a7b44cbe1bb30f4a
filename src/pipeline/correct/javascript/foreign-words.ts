import type { Edit } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { exportsOf } from './import-module.ts'
import type { Source } from './read-source.ts'

const TYPES = new Set(
  'int float double long short byte String string bool boolean char auto val final mut dim local'.split(' '),
)
const FUNCTIONS = new Set('func fn fun sub method def'.split(' '))

/** Calls of other languages, with the JavaScript of the same meaning. */
const CHAINS: Record<string, string> = {
  'System.out.println': 'console.log',
  'System.out.print': 'console.log',
  'Console.WriteLine': 'console.log',
  'fmt.Println': 'console.log',
  'std.cout': 'console.log',
  'json.dumps': 'JSON.stringify',
  'json.loads': 'JSON.parse',
  'os.path.join': "require('node:path').join",
  'time.time': 'Date.now',
}

/** Replaces words of Java, C, Go and others by those of JavaScript. */
export function foreignWords(source: Source, declared: ReadonlyMap<string, number>): Edit[] {
  return source.tokens.flatMap((token, index) => {
    if (token.kind !== 'name' || declared.has(token.text) || isPunctuation(source.tokens[index - 1], '.')) return []
    return [
      ...declaration(source, index),
      ...chain(source, index),
      ...caught(source, index),
      ...imported(source, index),
    ]
  })
}

/** `int x = 1` and `func f(x) {`. */
function declaration({ tokens, partner }: Source, index: number): Edit[] {
  const [word, name, sign] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!word || !isPlainName(name) || name.isFirst) return []
  if (TYPES.has(word.text) && isPunctuation(sign, '=')) return [{ start: word.start, end: word.end, text: 'let' }]
  const body = (partner.get(index + 2) ?? -2) + 1
  const isFunction =
    FUNCTIONS.has(word.text) && word.text !== 'def' && isPunctuation(sign, '(') && isPunctuation(tokens[body], '{', ':')
  return isFunction ? [{ start: word.start, end: word.end, text: 'function' }] : []
}

function chain({ tokens }: Source, index: number): Edit[] {
  for (const count of [3, 2]) {
    const last = tokens[index + (count - 1) * 2]
    const text = tokens.slice(index, index + count * 2 - 1).map((token) => token.text)
    const meant = Object.hasOwn(CHAINS, text.join('')) ? CHAINS[text.join('')] : undefined
    if (meant !== undefined && last) return [{ start: tokens[index]?.start ?? 0, end: last.end, text: meant }]
  }
  return []
}

/** `} except (error) {`, `} rescue error {`. */
function caught({ tokens }: Source, index: number): Edit[] {
  const word = tokens[index]
  const isHandler = word && isWord(word, 'except', 'rescue') && isPunctuation(tokens[index - 1], '}')
  return isHandler && isPunctuation(tokens[index + 1], '(', '{')
    ? [{ start: word.start, end: word.end, text: 'catch' }]
    : []
}

/** `from 'node:fs' import readFileSync`. */
function imported({ tokens, code }: Source, index: number): Edit[] {
  const [word, module, verb, first] = [tokens[index], tokens[index + 1], tokens[index + 2], tokens[index + 3]]
  if (!word || !isWord(word, 'from') || !word.isFirst || module?.kind !== 'string' || !isWord(verb, 'import') || !first)
    return []
  let end = index + 3
  while (tokens[end + 1] && !tokens[end + 1]?.isFirst && !isPunctuation(tokens[end + 1], ';')) end++
  const last = tokens[end] ?? first
  const names = code.slice(first.start, last.end)
  const isNamed = end > index + 3 || exportsOf(module.text.slice(1, -1).replace(/^node:/, '')).includes(names)
  const list = isNamed && !names.startsWith('{') ? `{ ${names} }` : names
  return [{ start: word.start, end: last.end, text: `import ${list} from ${module.text}` }]
}
