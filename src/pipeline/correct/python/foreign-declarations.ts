import type { Edit } from '../strategy.ts'
import { insert, remove } from './edits.ts'
import type { Program, Statement } from './program.ts'

/** `const x = 1`, `int x = 1`, `function f(a)`, `let x;` */
export const foreignDeclarations = ({ statements }: Program): Edit[] =>
  statements.flatMap((statement) => [...declared(statement), ...typedFunction(statement)])

const MODIFIERS = new Set(
  'const let var final static public private protected val mut auto local my readonly export'.split(' '),
)
const TYPES = new Set(
  'int float double string String bool boolean char long short unsigned byte void list dict List Map str object Object'.split(
    ' ',
  ),
)

function declared({ tokens, first, last }: Statement): Edit[] {
  let at = 0
  while (MODIFIERS.has(tokens[at]?.text ?? '') && tokens[at + 1]?.kind !== 'operator') at++
  const isTyped = TYPES.has(tokens[at]?.text ?? '') && tokens[at + 1]?.kind === 'name'
  const name = tokens[isTyped ? at + 1 : at]
  const isFunction = ['function', 'def', 'class', 'async'].includes(name?.text ?? '')
  if (!name || name === first || (!isFunction && name.kind !== 'name' && name.kind !== 'open')) return []
  const next = tokens[isTyped ? at + 2 : at + 1]
  if (!isFunction && name.kind === 'name' && next && !['=', ':', ',', '+='].includes(next.text)) return []
  const drop = remove({ start: first.start, end: name.start })
  return next || isFunction ? [drop] : [drop, insert(last.end, ' = None')]
}

/** `function f(a, b) {`, and `int f(int a, int b) {` */
function typedFunction({ tokens, first }: Statement): Edit[] {
  const start = tokens.findIndex(({ text }) => !MODIFIERS.has(text))
  const [word, name, open] = tokens.slice(start)
  if (!word || !name || open?.text !== '(' || !['{', ':'].includes(tokens.at(-1)?.text ?? '')) return []
  if (['function', 'func', 'fn', 'fun'].includes(word.text)) return [{ start: first.start, end: word.end, text: 'def' }]
  if (!TYPES.has(word.text) || name.kind !== 'name') return []
  const parameters = tokens.slice(start + 3).flatMap((token, index, rest) => {
    const next = rest[index + 1]
    return TYPES.has(token.text) && next?.kind === 'name' ? [remove({ start: token.start, end: next.start })] : []
  })
  return [{ start: first.start, end: word.end, text: 'def' }, ...parameters]
}
