import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { type BashToken, readBash } from './read-bash.ts'

const NAME = /^[A-Za-z_]\w*(?:\[[^\]\s]*\])?$/
const DECLARATIONS = new Set([
  'local',
  'export',
  'readonly',
  'declare',
  'typeset',
  'let',
  'var',
  'const',
  'set',
  'my',
  'int',
  'string',
])
/** Bash's `let` calculates; with a text it can only be that of another language. */
const TEXT = /^[A-Za-z_]\w*=(?:["'(]|\$[({])/
const ANY_VALUE = /^[A-Za-z_]\w*=/
const FOREIGN = new Set(['let', 'var', 'const', 'my', 'int', 'string', 'set'])

/** Commands that get an equals sign as an argument more often than they are variables. */
const NO_NAMES = new Set([
  'echo',
  'printf',
  'exit',
  'return',
  'cd',
  'unset',
  'eval',
  'exec',
  'expr',
  'bc',
  'awk',
  'sed',
  'grep',
])

/** `x = 5`, `$x=5`, `let x = 5`, `x =5`: an assignment is one word. */
export const assignment: Strategy = {
  id: 'bash/assignment',
  languages: ['bash'],
  title: 'Writes an assignment as one word: without spaces, without `$`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError', 'UnboundVariable', 'FileNotFound'],
  prior: 0.95,
  propose({ code }) {
    const { tokens } = readBash(code)
    const inFunctions = functionTest(tokens)
    const edits = tokens.flatMap((token, index) => mend({ tokens, token, index, isInFunction: inFunctions(index) }))
    return edits.length > 0 ? proposals(edits) : []
  },
}

/** A substitution that never ends may be read twice, as calculation and as commands: each edit is made once. */
function proposals(found: Edit[]): Proposal[] {
  const edits = [...new Map(found.map((edit) => [`${edit.start} ${edit.end}`, edit])).values()]
  return [{ edits, why: 'wrote assignments without spaces and without `$` before the name', sureness: 0.95 }]
}

/** Tells of each token whether it stands in a group, such as the body of a function. */
function functionTest(tokens: BashToken[]): (index: number) => boolean {
  let depth = 0
  const depths = tokens.map(({ isCommand, text }) => {
    if (isCommand && text === '{') depth += 1
    if (isCommand && text === '}') depth -= 1
    return depth
  })
  return (index) => (depths[index] ?? 0) > 0
}

interface Place {
  tokens: BashToken[]
  token: BashToken
  index: number
  isInFunction: boolean
}

function mend({ tokens, token, index, isInFunction }: Place): Edit[] {
  if (token.kind !== 'word' || !token.isCommand) return []
  const isDeclaration = DECLARATIONS.has(token.text)
  const target = isDeclaration ? tokens[index + 1] : token
  if (target?.kind !== 'word' || target.depth !== token.depth) return []
  const at = isDeclaration ? index + 1 : index
  const foreign =
    isDeclaration && FOREIGN.has(token.text)
      ? [{ start: token.start, end: target.start, text: isInFunction ? 'local ' : '' }]
      : []
  const whole = /^(\$)([A-Za-z_]\w*)\+?=(?!=)/.exec(target.text)
  if (whole && !isDeclaration) return [{ start: target.start, end: target.start + 1, text: '' }]
  const halved = /^(\$?)([A-Za-z_]\w*(?:\[[^\]\s]*\])?)(\+?=)?$/.exec(target.text)
  if (!halved)
    return foreign.length > 0 && token.text !== 'set' && (token.text === 'let' ? TEXT : ANY_VALUE).test(target.text)
      ? foreign
      : []
  const joined = joinParts(tokens, at, halved)
  return joined.length === 0 ? [] : [...foreign, ...joined]
}

/** Joins `x = value`, which has its parts in two or three words, into one word. */
function joinParts(tokens: BashToken[], at: number, [, dollar, name = '', sign]: RegExpExecArray): Edit[] {
  const target = tokens[at]
  const next = nextOf(tokens, at)
  if (!target || !next || !NAME.test(name) || NO_NAMES.has(name)) return []
  const cut = dollar ? [{ start: target.start, end: target.start + 1, text: '' }] : []
  if (sign !== undefined) {
    // `x= cmd` empties a variable for one command, so it stays.
    const isValue = /^["'$\d]/.test(next.text) || next.text === '('
    return isValue && next.start > target.end ? [...cut, { start: target.end, end: next.start, text: '' }] : []
  }
  const glued = /^\+?=(?![=~])/.exec(next.text)
  if (!glued || next.text === '==') return []
  const value = nextOf(tokens, tokens.indexOf(next, at))
  // Adding a number is a calculation; adding a text is not.
  if (next.text === '+=' && /^[\d$A-Za-z]/.test(value?.text ?? '')) return []
  const edits: Edit[] = [...cut, { start: target.end, end: next.start, text: '' }]
  if (next.text !== '=' && next.text !== '+=') return edits
  return value ? [...edits, { start: next.end, end: value.start, text: '' }] : []
}

/** The next token of the same list on the same line. */
function nextOf(tokens: BashToken[], index: number): BashToken | undefined {
  const depth = tokens[index]?.depth
  const next = tokens.slice(index + 1, index + 200).find((token) => token.depth === depth)
  const isUsable = next?.kind === 'word' || next?.text === '('
  return isUsable ? next : undefined
}
