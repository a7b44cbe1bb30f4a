import { KEYWORDS, SOFT_KEYWORDS } from '../../../language/python/keywords.ts'
import { type Token, tokenize } from '../../../language/python/tokens.ts'
import type { Names } from './names.ts'

const WORD = /(?<![\w.])[A-Za-z_]\w*/g

/** Reads statements in order: names in functions are needed later, when the whole piece has run. */
export function pythonNames(code: string): Names {
  const gives = new Set<string>()
  const local = new Set<string>()
  const needs = new Set<string>()
  const later = new Set<string>()
  const changes = new Set<string>()
  let isInside = false
  for (const line of statementsOf(withoutStrings(code))) {
    const isTop = /^\S/.test(line)
    if (isTop) isInside = /^(?:async\s+)?(?:def|class)\b|^@/.test(line)
    const made = madeBy(line)
    for (const name of usedBy(made)) {
      if (isInside) later.add(name)
      else if (!gives.has(name) && !local.has(name)) needs.add(name)
    }
    const changed = /^([A-Za-z_]\w*)\s*(?:[.[]|(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=)/.exec(line)?.[1]
    if (changed !== undefined && !gives.has(changed)) changes.add(changed)
    for (const name of made.here) (isTop || !isInside ? gives : local).add(name)
    for (const name of made.inner) local.add(name)
  }
  for (const name of later) if (!gives.has(name) && !local.has(name)) needs.add(name)
  return { gives, needs, changes }
}

/** Removes strings and comments, but keeps the code in the braces of an f-string. */
function withoutStrings(code: string): string {
  let [text, at] = ['', 0]
  for (const { kind, string, start, end } of tokenize(code)) {
    if (kind !== 'string' && kind !== 'comment') continue
    text += `${code.slice(at, start)}${string ? ` "" ${fieldsOf(string.inner)} ` : ''}`
    at = end
  }
  return text + code.slice(at)
}

const fieldsOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, start }, at) => (tokens[at - 1]?.end === start ? text : ` , ${text}`)).join('')

/** Lines, with those inside of brackets joined to the line that opens them. */
function statementsOf(code: string): string[] {
  const statements: string[] = []
  let depth = 0
  for (const line of code.split('\n')) {
    if (line.trim() === '') continue
    if (depth > 0 && statements.length > 0) statements[statements.length - 1] += ` ${line.trim()}`
    else statements.push(line)
    for (const character of line) {
      if ('([{'.includes(character)) depth += 1
      else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    }
  }
  return statements
}

interface Made {
  /** Names that the statement makes at its own level, and those of parameters and loops inside of it. */
  here: string[]
  inner: string[]
  /** The statement without the places that only bind these names. */
  rest: string
}

function madeBy(line: string): Made {
  const words = (text = '') => text.match(WORD) ?? []
  const inner = [...line.matchAll(/\b(?:for|lambda)\s+([\w, *()]{1,200}?)\s*(?:\bin\b|:)/g)].flatMap(([, names]) =>
    words(names),
  )
  const imported = /^\s*(?:from\s+[\w.]+\s+)?import\s+(.*)$/.exec(line)?.[1]
  if (imported !== undefined) {
    const names = imported.replace(/[()]/g, '').split(',')
    return {
      here: names.map((name) => (/\bas\s+(\w+)/.exec(name)?.[1] ?? name.trim().split('.')[0]) || ''),
      inner,
      rest: '',
    }
  }
  const [, def, parameters = ''] = /^\s*(?:async\s+)?(?:def|class)\s+(\w+)\s*(?:\((.*)\))?/.exec(line) ?? []
  if (def !== undefined) {
    const isClass = /^\s*class\b/.test(line)
    const named = parameters.split(',').map((part) => words(part)[0] ?? '')
    return { here: [def], inner: isClass ? [] : named, rest: line.replace(/^\s*(?:async\s+)?(?:def|class)\s+\w+/, '') }
  }
  const bound = [...line.matchAll(/\bas\s+(\w+)|\b(\w+)\s*:=/g)].map(([, one, other]) => one ?? other ?? '')
  const [whole = '', targets = ''] = /^\s*([A-Za-z_*(][\w, *()]{0,200}?)\s*(?::[^=]{1,100})?=(?!=)/.exec(line) ?? []
  const isTarget = whole !== '' && !/[.[]/.test(targets) && !/\w\s*\(/.test(targets)
  return {
    here: [...bound, ...(isTarget ? words(targets) : []), ...(/^\s*(?:async\s+)?for\b/.test(line) ? inner : [])],
    inner,
    rest: isTarget ? line.slice(whole.length) : line,
  }
}

/** Every name that the statement uses, apart from keyword arguments and names that it binds itself. */
function usedBy({ rest, inner }: Made): string[] {
  const text = rest.replace(/(?<=[(,]\s{0,20})\w+\s*=(?!=)|\bas\s+\w+|\b\w+\s*:=/g, '')
  const names = text.match(WORD) ?? []
  return names.filter((name) => !KEYWORDS.has(name) && !SOFT_KEYWORDS.has(name) && !inner.includes(name))
}
