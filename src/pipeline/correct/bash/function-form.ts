import { distanceOf } from '../likely-names.ts'
import { lineAt } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { type BashToken, readBash } from './read-bash.ts'

/** Corrects the many misremembered forms of `name() {`. */
export const functionForm: Strategy = {
  id: 'bash/function-form',
  languages: ['bash'],
  title: 'Gives a function its opening brace, and writes its head as Bash wants it',
  answers: ['SyntaxError', 'CommandNotFound'],
  prior: 0.9,
  propose({ code }) {
    const { tokens } = readBash(code)
    const foreign = foreignHead(code)
    if (foreign.length > 0) return foreign
    const attached = attachedBraces(tokens)
    return [...misspeltHead(code), ...(attached.length > 0 ? attached : missingBrace(code, tokens))]
  },
}

const FOREIGN_HEAD =
  /^([ \t]*)((?:(?:def|func|fn|fun|sub|proc|void|function)[ \t]+)?)([A-Za-z_][\w-]*)[ \t]*\(([^()\n]*)\)[ \t]*(\{|:|)[ \t]*$/gm

/** `def f():`, `function f(a, b) {`: parameters get their names from the arguments. */
function foreignHead(code: string): Proposal[] {
  const edits = [...code.matchAll(FOREIGN_HEAD)].flatMap((match) => {
    const [whole, indent = '', word = '', name = '', list = '', mark = ''] = match
    const parameters = list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const isBash = (word === '' || word.trim() === 'function') && parameters.length === 0
    if (word === '' && mark !== '{') return []
    if (isBash || mark === ':' || !parameters.every((one) => /^\$?[A-Za-z_]\w*$/.test(one))) return []
    const body = bodyIndent(code, match.index + whole.length)
    const named = namedIn(code, match.index + whole.length, parameters)
    const locals = named.map((one, index) => `\n${body}local ${one.replace('$', '')}="$${index + 1}"`)
    return [
      { start: match.index, end: match.index + whole.length, text: `${indent}${name}() ${mark}${locals.join('')}` },
    ]
  })
  return edits.length > 0 ? [{ edits, why: 'wrote the heads of functions as Bash knows them', sureness: 0.8 }] : []
}

/** Parameters that the body reads without having set them itself. */
function namedIn(code: string, from: number, parameters: string[]): string[] {
  const end = code.slice(from).search(/^\}/m)
  const body = code.slice(from, end === -1 ? code.length : from + end)
  const isRead = (name: string) =>
    new RegExp(`\\$\\{?${name}\\b|\\(\\([^)\\n]*\\b${name}\\b`).test(body) && !new RegExp(`\\b${name}=`).test(body)
  const plain = parameters.map((one) => one.replace('$', ''))
  return plain.some(isRead) ? plain : []
}

function bodyIndent(code: string, headEnd: number): string {
  const next = lineAt(code, Math.min(headEnd + 1, code.length))
  return next.indent === '' ? '  ' : next.indent
}

/** `fucntion name() {`. */
function misspeltHead(code: string): Proposal[] {
  const edits = [...code.matchAll(/^[ \t]*([A-Za-z]{5,10})[ \t]+[A-Za-z_][\w-]*[ \t]*(?:\([ \t]*\)|\{)/gm)].flatMap(
    (match) => {
      const word = match[1] ?? ''
      const isMeant = word !== 'function' && distanceOf(word.toLowerCase(), 'function', 3) <= 3
      const start = match.index + match[0].indexOf(word)
      return isMeant ? [{ start, end: start + word.length, text: 'function' }] : []
    },
  )
  return edits.length > 0 ? [{ edits, why: 'corrected the word `function`', sureness: 0.95 }] : []
}

/** `{echo`: the brace is a word of its own. */
function attachedBraces(tokens: BashToken[]): Proposal[] {
  const attached = tokens.find(
    ({ kind, isCommand, text }) => kind === 'word' && isCommand && /^\{[A-Za-z_]/.test(text) && !/[,}]/.test(text),
  )
  if (!attached) return []
  const at = attached.start + 1
  return [{ edits: [{ start: at, end: at, text: ' ' }], why: 'put a space behind the opening brace', sureness: 0.8 }]
}

/** A closing brace without an opening one belongs to the last function that lacks its opening brace. */
function missingBrace(code: string, tokens: BashToken[]): Proposal[] {
  const fault = findBlockFault(code, tokens, false)
  if (fault?.kind !== 'stray' || fault.at?.text !== '}') return []
  const limit = fault.at.start
  const own = tokens.filter(({ depth, kind, start }) => depth === 0 && kind !== 'comment' && start < limit)
  const heads = own.flatMap((token, index) => {
    const end = headEnd(own, index)
    if (end === undefined) return []
    const next = own.slice(end + 1).find(({ kind }) => kind !== 'newline')
    return next?.text === '{' || next?.text === '(' ? [] : [own[end] ?? token]
  })
  const head = heads.at(-1)
  return head
    ? [
        {
          edits: [{ start: head.end, end: head.end, text: ' {' }],
          why: 'opened the body of the function',
          sureness: 0.9,
        },
      ]
    : []
}

/** Index of the last token of `name()` or `function name`. */
function headEnd(tokens: BashToken[], index: number): number | undefined {
  const token = tokens[index]
  if (!token?.isCommand) return undefined
  const isKeyword = token.text === 'function'
  const name = isKeyword ? index + 1 : index
  const hasParentheses = tokens[name + 1]?.text === '(' && tokens[name + 2]?.text === ')'
  if (hasParentheses) return name + 2
  return isKeyword ? name : undefined
}
