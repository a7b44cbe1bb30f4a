import type { Command, CommandNode } from 'unbash'
import type { Remark } from '../language-analysis.ts'
import type { BashProgram } from '../program.ts'
import { type RemarkRule, remarkAt } from '../remark-at.ts'
import { PARSING_LS } from './parsing-ls.ts'
import { isInLoop, nodesOfType, wordsOf } from './placed-nodes.ts'

const CAT: RemarkRule = {
  rule: 'bash/useless-cat',
  family: 'performance',
  severity: 'info',
  why: 'A process and a pipe only hand over what the next command can open itself.',
  remedy: 'Give the file to the command, by name or with `<`.',
}
const GREP_AWK: RemarkRule = {
  rule: 'bash/grep-before-awk',
  family: 'performance',
  severity: 'info',
  why: 'awk finds lines itself, so that one process is enough.',
  remedy: "Put the pattern before the action: awk '/pattern/ { … }'.",
}
const XARGS: RemarkRule = {
  rule: 'bash/xargs-without-zero',
  family: 'practice',
  severity: 'low',
  why: 'xargs cuts names at blanks and quotes, and then works on files that nobody named.',
  remedy: 'Use find … -print0 | xargs -0, or find … -exec … {} +.',
}
const PROCESS: RemarkRule = {
  rule: 'bash/process-in-loop',
  family: 'performance',
  severity: 'low',
  why: 'Starting a process takes about a millisecond; the shell can cut and replace in text itself.',
  remedy: `Use \${value%pattern}, \${value/old/new} or read, or let one awk or sed go through all lines.`,
}
const FILTERS = ['sed', 'awk', 'cut', 'tr', 'grep', 'head', 'tail', 'rev', 'wc', 'basename', 'dirname']

export function pipelines({ script, source }: BashProgram): Remark[] {
  return nodesOfType(script, 'Pipeline').flatMap((placed) => {
    const { commands } = placed.node
    const remarks = commands.flatMap((command, at) => {
      const next = commands[at + 1]
      if (command.type !== 'Command' || !next) return []
      return at === 0
        ? [...catBefore({ command, next, source }), ...betweenTwo(command, next)]
        : betweenTwo(command, next)
    })
    return [...remarks, ...(isInLoop(placed) ? processes(commands) : [])]
  })
}

/** `cat file | command`: a plain command can read the file itself. */
function catBefore({ command, next, source }: { command: Command; next: CommandNode; source: string }): Remark[] {
  const [name, file, ...more] = wordsOf(command)
  if (name !== 'cat' || !file || more.length > 0 || file.startsWith('-') || command.redirects.length > 0) return []
  const word = command.args[0]
  const isPlain =
    next.type === 'Command' &&
    next.redirects.every(({ type, operator }) => type === 'Redirect' && operator.startsWith('>'))
  const edits = word
    ? [
        { start: command.pos, end: next.pos, text: '' },
        { start: next.end, end: next.end, text: ` < ${source.slice(word.pos, word.end)}` },
      ]
    : []
  const fix = isPlain && word ? { title: 'Read the file directly', edits } : undefined
  return [
    remarkAt(CAT, {
      at: { start: command.pos, end: command.end },
      message: 'cat only hands a file to the next command.',
      cost: 'one process more',
      fix,
    }),
  ]
}

function betweenTwo(command: Command, next: CommandNode): Remark[] {
  const [name, ...given] = wordsOf(command)
  const [nextName, ...nextGiven] = wordsOf(next)
  const place = { start: command.pos, end: next.type === 'Command' ? next.end : command.end }
  if (name === 'grep' && nextName === 'awk' && !given.some((option) => /^-\w*[vocAB]/.test(option))) {
    return [
      remarkAt(GREP_AWK, {
        at: place,
        message: 'grep finds the lines, and awk takes them apart.',
        cost: 'one process more',
      }),
    ]
  }
  if (name === 'ls' && (nextName === undefined || ['grep', 'xargs', 'awk', 'sed', 'wc'].includes(nextName))) {
    return [
      remarkAt(PARSING_LS, {
        at: { start: command.pos, end: command.end },
        message: 'The output of ls is read by a program.',
      }),
    ]
  }
  const takesZeros = nextGiven.some((option) => /^-\w*0|^--null$|^-d$/.test(option))
  if (name !== 'find' || nextName !== 'xargs' || takesZeros || next.type !== 'Command' || !next.name) return []
  const edits = [
    { start: command.end, end: command.end, text: ' -print0' },
    { start: next.name.end, end: next.name.end, text: ' -0' },
  ]
  const fix = given.some((option) => option.startsWith('-print'))
    ? undefined
    : { title: 'Separate the names with zeros', edits }
  return [remarkAt(XARGS, { at: place, message: 'Names of files go to xargs as lines of text.', fix })]
}

/** `echo "$line" | cut …`, once per round. */
function processes(commands: readonly CommandNode[]): Remark[] {
  const [first, second] = commands
  const last = commands.at(-1)
  const isText = first && ['echo', 'printf'].includes(wordsOf(first)[0] ?? '')
  if (!isText || !second || !last || !FILTERS.includes(wordsOf(second)[0] ?? '')) return []
  return [
    remarkAt(PROCESS, {
      at: { start: first.pos, end: last.end },
      message: 'Processes are started in each round to take a text apart.',
      cost: `${commands.length} processes per round`,
    }),
  ]
}
