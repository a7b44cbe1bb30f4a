import type { Proposal, Strategy } from '../strategy.ts'
import { commandsIn, type SimpleCommand } from './commands-in.ts'
import { mendTest } from './mend-test.ts'
import { readBash } from './read-bash.ts'

/** Repairs the inside of `[ … ]`, and conditions without brackets. */
export const testForm: Strategy = {
  id: 'bash/test-form',
  languages: ['bash'],
  title: 'Writes conditions with the brackets and operators that `test` knows',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError', 'FileNotFound', 'PermissionDenied'],
  prior: 0.9,
  propose({ code, diagnosis }) {
    const commands = commandsIn(readBash(code).tokens)
    const isTold = /\[|expected|too many arguments|missing `\]'/.test(diagnosis.message)
    const tests = commands.flatMap((command) => mendTest({ code, command, message: diagnosis.message, isTold }))
    const bare = commands.flatMap((command, index) => bracketBare(commands, command, index))
    return [...together(tests), ...together(bare), ...together(parenthesized(code))]
  },
}

/** Joins the proposals, because the same fault is often in every condition of a program. */
function together(proposals: Proposal[]): Proposal[] {
  const [first] = proposals
  if (!first || proposals.length === 1) return proposals
  const same = proposals.filter(({ why }) => why === first.why)
  const joined = { ...first, edits: same.flatMap(({ edits }) => edits) }
  return same.length > 1 ? [joined, ...proposals] : proposals
}

/** `if ( "$a" =~ ^b ); then`: a shell of its own that calls the value as a command. */
function parenthesized(code: string): Proposal[] {
  const heads =
    /^([ \t]*(?:if|elif|while|until)[ \t]+(?:![ \t]+)?)\([ \t]*(["']?\$[^\n]*?[ \t](?:=~|==?|!=|-(?:eq|ne|lt|le|gt|ge))[ \t][^\n]*?)[ \t]*\)(?=[ \t]*(?:;|$|#|&&|\|\|))/gm
  return [...code.matchAll(heads)].map(({ index, 0: { length }, 1: head = '', 2: inside = '' }) => ({
    edits: [{ start: index + head.length, end: index + length, text: `[[ ${inside} ]]` }],
    why: 'put the condition into brackets',
    sureness: 0.9,
  }))
}

const COMPARES = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '==', '=', '!=', '=~'])
const ASKS_FILE = /^-[defrswxzn]$/

/** `if $n -gt 5; then`: a condition without brackets. */
function bracketBare(commands: SimpleCommand[], { head, words }: SimpleCommand, index: number): Proposal[] {
  const [first, second] = words
  const last = words.at(-1)
  const isCondition =
    head === 'if' ||
    head === 'elif' ||
    head === 'while' ||
    head === 'until' ||
    commands[index - 1]?.isConditionPart === true
  if (!isCondition || !first || !last) return []
  const compares = /^["']?\$/.test(first.text) && COMPARES.has(second?.text ?? '')
  const asksFile = ASKS_FILE.test(first.text) && words.length === 2
  if (!compares && !asksFile) return []
  const [open, close] = second?.text === '=~' || second?.text === '==' ? ['[[ ', ' ]]'] : ['[ ', ' ]']
  const isClosed = last.text === ']' || last.text === ']]'
  return [
    {
      edits: [
        { start: first.start, end: first.start, text: isClosed ? (last.text === ']' ? '[ ' : '[[ ') : open },
        // A colon at the end is the habit of another language.
        ...(isClosed ? [] : [{ start: last.end - Number(/.:$/.test(last.text)), end: last.end, text: close }]),
      ],
      why: 'put the condition into brackets',
      sureness: 0.9,
    },
  ]
}
