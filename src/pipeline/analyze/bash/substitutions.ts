import type { Command, CommandExpansionPart } from 'unbash'
import type { Remark } from '../language-analysis.ts'
import type { BashProgram } from '../program.ts'
import { type RemarkRule, remarkAt } from '../remark-at.ts'
import { PARSING_LS } from './parsing-ls.ts'
import { nodesOfType, type PlacedNode, wordsOf } from './placed-nodes.ts'

const BACKTICKS: RemarkRule = {
  rule: 'bash/backticks',
  family: 'style',
  severity: 'info',
  why: 'Backticks cannot be nested and treat backslashes in their own way.',
  remedy: 'Use $(…).',
}
const LINES: RemarkRule = {
  rule: 'bash/for-over-lines',
  family: 'practice',
  severity: 'low',
  why: 'for takes words, not lines: lines with blanks fall apart, and the whole file is held in memory.',
  remedy: 'Use while IFS= read -r line; do … done < file.',
}
const ECHO: RemarkRule = {
  rule: 'bash/useless-echo',
  family: 'style',
  severity: 'info',
  why: 'The command prints already; echo only loses its line ends on the way.',
  remedy: 'Call the command itself.',
}
const EXPR: RemarkRule = {
  rule: 'bash/expr',
  family: 'performance',
  severity: 'info',
  why: 'The shell can count: a process for it costs a thousand times as much.',
  remedy: 'Use $((…)).',
}

export function substitutions(program: BashProgram): Remark[] {
  return nodesOfType(program.script, 'CommandExpansion').flatMap((placed) => [
    ...backticks(program, placed.node),
    ...inForHead(program, placed),
    ...inEcho(program, placed),
    ...expr(placed.node),
  ])
}

function backticks({ source }: BashProgram, { pos, end }: CommandExpansionPart): Remark[] {
  const text = source.slice(pos, end)
  if (!text.startsWith('`') || !text.endsWith('`') || text.length < 3) return []
  const edits = [
    { start: pos, end: pos + 1, text: '$(' },
    { start: end - 1, end, text: ')' },
  ]
  const fix = text.includes('\\') || text.includes('#') ? undefined : { title: 'Use $(…)', edits }
  return [remarkAt(BACKTICKS, { at: { start: pos, end }, message: 'A command stands in backticks.', fix })]
}

/** The one plain command of a substitution. */
function onlyCommand({ script }: CommandExpansionPart): Command | undefined {
  const [statement, ...more] = script?.commands ?? []
  const command = statement?.command
  return more.length === 0 && command?.type === 'Command' && script?.source === undefined ? command : undefined
}

/** `for name in $(ls …)` and `for line in $(cat …)`. */
function inForHead({ source }: BashProgram, { node, parent }: PlacedNode<CommandExpansionPart>): Remark[] {
  const loop = parent?.node.type === 'Word' ? parent.parent?.node : undefined
  const command = onlyCommand(node)
  if (loop?.type !== 'For' || !command || parent?.node.pos === loop.name.pos) return []
  const [name, ...given] = wordsOf(command)
  const place = { start: node.pos, end: node.end }
  if (name === 'cat') return [remarkAt(LINES, { at: place, message: 'A file is read word by word.' })]
  if (name !== 'ls') return []
  const isPlain =
    parent?.node.pos === node.pos &&
    parent.node.end === node.end &&
    given.every((word) => !word.startsWith('-') && word.includes('*'))
  const text = given.length === 0 ? '*' : source.slice(command.args[0]?.pos ?? command.pos, command.end)
  const fix = isPlain ? { title: 'Use the pattern itself', edits: [{ ...place, text }] } : undefined
  return [remarkAt(PARSING_LS, { at: place, message: 'The output of ls is read by a program.', fix })]
}

function inEcho({ source }: BashProgram, { node, parent }: PlacedNode<CommandExpansionPart>): Remark[] {
  const quoted = parent?.node.type === 'DoubleQuoted' ? parent : undefined
  const word = quoted ? quoted.parent : parent
  const echo = word?.parent?.node
  const command = onlyCommand(node)
  if (echo?.type !== 'Command' || echo.args.length !== 1 || wordsOf(echo)[0] !== 'echo' || !command) return []
  const isWhole = word?.node.pos === node.pos - (quoted ? 1 : 0) && word.node.end === node.end + (quoted ? 1 : 0)
  const place = { start: echo.pos, end: echo.end }
  if (!isWhole || echo.redirects.length > 0 || echo.prefix.length > 0 || !quoted) return []
  const fix = { title: 'Call the command itself', edits: [{ ...place, text: source.slice(command.pos, command.end) }] }
  return [remarkAt(ECHO, { at: place, message: 'echo prints what a command printed.', fix })]
}

function expr(node: CommandExpansionPart): Remark[] {
  const command = onlyCommand(node)
  if (!command || wordsOf(command)[0] !== 'expr') return []
  return [
    remarkAt(EXPR, {
      at: { start: node.pos, end: node.end },
      message: 'A process is started to count.',
      cost: 'one process',
    }),
  ]
}
