import { proposalOf } from '../proposal-of.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { commandsIn, type SimpleCommand } from './commands-in.ts'
import { KNOWN_COMMANDS } from './known-commands.ts'
import { readBash } from './read-bash.ts'

const OPERAND = /^(?:"?\$\{?\w+(?:\[[\w$]+\])?\}?"?|\d+|[A-Za-z_]\w*)$/
const OPERATORS = new Set(['+', '-', '*', '/', '%'])

/** `x=$x + 1`, `i++`, `for (i=0; …)`: moves a calculation into Bash's arithmetic syntax. */
export const arithmetic: Strategy = {
  id: 'bash/arithmetic',
  languages: ['bash'],
  title: 'Puts calculations into `$(( … ))` and `(( … ))`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError', 'UnboundVariable'],
  prior: 0.9,
  propose({ code }) {
    const commands = commandsIn(readBash(code).tokens)
    const sums = commands.flatMap((command) => [...assignedSum(code, command), ...steps(command)])
    const outputs = commands.flatMap((command) => assignedCommand(code, command))
    return [
      ...proposalOf(sums, 'put the calculation into `$(( ))`', 0.9),
      ...proposalOf(halfOpened(code), 'opened the calculation with `$((`, as it is closed', 0.95),
      ...proposalOf(countedLoops(code), 'wrote the counting loop with `((`', 0.95),
      ...proposalOf(outputs, 'took the output of the command with `$( )`', 0.85),
    ]
  },
}

const plain = (operand: string): string => operand.replace(/["${}]/g, '')

/** `x=$x + 1`, and `x = x + 1`, which has two faults at once. */
function assignedSum(code: string, { words }: SimpleCommand): Edit[] {
  const [first] = words
  const last = words.at(-1)
  if (!first?.isCommand || !last || words.length < 3) return []
  const text = code.slice(first.start, last.end)
  const match = /^([A-Za-z_]\w*)\s*=\s*(\S+(?:\s+[-+*/%]\s+\S+)+)$/.exec(text)
  const [, name, sum = ''] = match ?? []
  const parts = sum.split(/\s+/)
  const isSum =
    parts.length >= 3 && parts.every((part, index) => (index % 2 === 0 ? OPERAND.test(part) : OPERATORS.has(part)))
  if (!name || !isSum) return []
  return [{ start: first.start, end: last.end, text: `${name}=$((${parts.map(plain).join(' ')}))` }]
}

/** `i++`, `i += 1`, `let i = i + 1` as commands. */
function steps({ words }: SimpleCommand): Edit[] {
  const [first] = words
  const last = words.at(-1)
  if (!first?.isCommand || !last) return []
  const text = words.map((word) => word.text).join(' ')
  const step = /^\$?([A-Za-z_]\w*)(\+\+|--)$/.exec(text)
  if (step) return [{ start: first.start, end: last.end, text: `${step[1]}=$((${step[1]} ${step[2]?.[0]} 1))` }]
  const added = /^\$?([A-Za-z_]\w*) ?([-+*/%])= ?(\$?\w+)$/.exec(text)
  const isSpaced = added && words.length > 1 && (/^\d+$/.test(added[3] ?? '') || added[2] !== '+')
  if (isSpaced)
    return [
      { start: first.start, end: last.end, text: `${added[1]}=$((${added[1]} ${added[2]} ${plain(added[3] ?? '')}))` },
    ]
  return []
}

/** `$(a + b))` is closed as a calculation, but opened as a command. */
function halfOpened(code: string): Edit[] {
  return [...code.matchAll(/\$\((?!\()[^()\n"';|]*[\w\])}]\s*[-+*/%]\s*[\w$][^()\n"';|]*\)\)/g)].map(({ index }) => ({
    start: index + 2,
    end: index + 2,
    text: '(',
  }))
}

const LOOP = /\bfor[ \t]*\(([^()\n;]+;[^\n;]+;[^()\n;]+)\)(?!\))/g

function countedLoops(code: string): Edit[] {
  return [...code.matchAll(LOOP)].map((match) => {
    const inner = (match[1] ?? '')
      .trim()
      .replace(/^(?:int|let|var)\s+/, '')
      .replace(/\$(?=[A-Za-z_])/g, '')
    return { start: match.index, end: match.index + match[0].length, text: `for ((${inner}))` }
  })
}

const COMMANDS = new Set(KNOWN_COMMANDS)

/** `lines=wc -l < file` runs `-l` with `lines` set: its output was wanted. */
function assignedCommand(code: string, { words, ended }: SimpleCommand): Edit[] {
  const [first, second] = words
  const match = /^([A-Za-z_]\w*)=([a-z][\w-]*)$/.exec(first?.text ?? '')
  if (!first || !second || !match || !COMMANDS.has(match[2] ?? '') || COMMANDS.has(second.text)) return []
  const line = code.indexOf('\n', first.start)
  const end = ended?.text === '|' ? (line === -1 ? code.length : line) : (words.at(-1)?.end ?? second.end)
  const start = first.start + (match[1]?.length ?? 0) + 1
  return [
    { start, end: start, text: '$(' },
    { start: end, end, text: ')' },
  ]
}
