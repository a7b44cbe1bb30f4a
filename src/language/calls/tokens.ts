import { endOfRegex } from '../end-of-regex.ts'
import { closerOf, type Lexicon, type StringForm } from './lexicon.ts'

export interface Token {
  kind: 'name' | 'number' | 'sign' | StringForm['kind']
  /** The name, the sign, or the text without quotes; a hole for each part that is put in. */
  text: string
  /** Source of the parts that are put in, with their places. */
  holes: readonly Hole[]
  start: number
  end: number
  /** Whether the token is the first of its line. */
  isFirst: boolean
  /** Nothing stands between it and the token before. */
  isTight: boolean
}

export interface Hole {
  source: string
  start: number
}

/** Stands in a text for a part that is known only when the program runs. */
export const HOLE = '\ufffc'

/** Texts of heredocs without their end: each is looked for through the whole rest of the source. */
const MOST_LOST_ENDS = 20
const SPACE = /[ \t\f\v]+|\\\r?\n/y
const BREAK = /\r\n|\n|\r/y
const NUMBER = /(?:0[xX][0-9a-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/y
/** A slash behind one of these begins a regular expression. */
const BEFORE_REGEX = /^(?:[(,=:[!&|?{};+*%~^<>-]|=~|!~|&&|\|\||if|unless|and|or|not|when|return|split|grep|puts|print)$/

/** Reads a source, each character once; broken strings end with the source. */
export function tokensOf(source: string, lexicon: Lexicon): { tokens: Token[]; isPartial: boolean } {
  const tokens: Token[] = []
  /** Where the heredocs of this line end, so that the next line begins behind them. */
  let behindHeredocs = 0
  let lostEnds = 0
  let isPartial = false
  let [at, isFirst, isTight] = [0, true, false]

  const matchAt = (pattern: RegExp, place: number): RegExpExecArray | null => {
    pattern.lastIndex = place
    return pattern.exec(source)
  }
  const push = (kind: Token['kind'], text: string, end: number, holes: readonly Hole[] = []) => {
    tokens.push({ kind, text, holes, start: at, end, isFirst, isTight })
    ;[at, isFirst, isTight] = [end, false, true]
  }
  const skipTo = (end: number) => {
    ;[at, isTight] = [end < 0 ? source.length : end, false]
  }
  const lineEnd = (from: number): number => {
    const end = source.indexOf('\n', from)
    return end < 0 ? source.length : end
  }

  function skipOutside(): boolean {
    const space = matchAt(SPACE, at)
    if (space) {
      skipTo(at + space[0].length)
      return true
    }
    const end = matchAt(BREAK, at)
    if (!end) return false
    skipTo(Math.max(at + end[0].length, behindHeredocs))
    behindHeredocs = 0
    isFirst = true
    return true
  }

  function skipComment(): boolean {
    if (isFirst && lexicon.end && matchAt(lexicon.end, at)) {
      skipTo(source.length)
      return true
    }
    if (isFirst && lexicon.lineBlocks && matchAt(lexicon.lineBlocks[0], at)) {
      const close = new RegExp(lexicon.lineBlocks[1].source, 'gm')
      close.lastIndex = at
      const found = close.exec(source)
      skipTo(found ? lineEnd(found.index + 1) : source.length)
      return true
    }
    const block = lexicon.blockComments.find(([open]) => source.startsWith(open, at))
    if (block) {
      const end = source.indexOf(block[1], at + block[0].length)
      skipTo(end < 0 ? -1 : end + block[1].length)
      return true
    }
    if (!lexicon.lineComments.some((mark) => source.startsWith(mark, at))) return false
    skipTo(lineEnd(at))
    return true
  }

  function takeString(): boolean {
    for (const form of lexicon.strings) {
      const found = matchAt(form.open, at)
      if (!found) continue
      if (form.isHeredoc) {
        if (!takeHeredoc(form, found)) continue
        return true
      }
      const inner = at + found[0].length
      let read = readText(source, inner, form.close(found[1] ?? ''), form)
      for (let part = 0; part < (form.more ?? 0); part++) {
        const open = closerOf(found[1] ?? '') === found[1] ? '' : source.slice(read.end).match(/^\s{0,20}./)?.[0]
        read = readText(source, read.end + (open?.length ?? 0), form.close(found[1] ?? ''), form)
      }
      push(form.kind, read.text, read.end, read.holes)
      return true
    }
    return false
  }

  function takeHeredoc(form: StringForm, found: RegExpExecArray): boolean {
    const tag = found[1] ?? found[2] ?? found[3] ?? ''
    const begin = behindHeredocs || lineEnd(at) + 1
    if (lostEnds >= MOST_LOST_ENDS) isPartial = true
    if (tag === '' || lostEnds >= MOST_LOST_ENDS) return false
    const end = new RegExp(`^[ \\t]*${tag}\\b`, 'gm')
    end.lastIndex = begin
    const close = end.exec(source)
    if (!close) {
      lostEnds++
      return false
    }
    const isRaw = found[2] !== undefined
    const body = source.slice(begin, close.index)
    const read = isRaw
      ? { text: body, holes: [] }
      : readText(body, 0, '', { ...form, escapes: 'all', isOneLine: false })
    const holes = read.holes.map(({ source: inner, start }) => ({ source: inner, start: start + begin }))
    push(found[3] === undefined ? form.kind : 'command', read.text, at + found[0].length, holes)
    behindHeredocs = close.index + close[0].length
    return true
  }

  function takeRegex(): boolean {
    if (!lexicon.hasRegex || source[at] !== '/') return false
    const before = tokens.at(-1)
    if (
      before &&
      !BEFORE_REGEX.test(before.text) &&
      !(before.kind === 'name' && /\s/.test(source[at - 1] ?? '') && /\S/.test(source[at + 1] ?? ''))
    )
      return false
    const end = endOfRegex(source, at, LONGEST_REGEX)
    if (end < 0) return false
    push('regex', '', end)
    return true
  }

  if (lexicon.around) {
    const first = source.search(lexicon.around[0])
    // A cut-out of a program has no tags around it.
    if (first >= 0) skipTo(first)
  }
  while (at < source.length) {
    if (skipOutside() || skipComment()) continue
    if (lexicon.around) {
      const { around } = lexicon
      const tag = /<\?(?:php|=)?/iy
      const open = matchAt(tag, at)
      if (open) {
        skipTo(at + open[0].length)
        continue
      }
      if (source.startsWith(around[1], at)) {
        push('sign', ';', at + around[1].length)
        const next = source.slice(at).search(around[0])
        skipTo(next < 0 ? -1 : at + next)
        continue
      }
    }
    if (takeString() || takeRegex()) continue
    const name = matchAt(lexicon.name, at)
    if (name && name[0] !== '') {
      push('name', name[0], at + name[0].length)
      continue
    }
    const number = matchAt(NUMBER, at)
    if (number) {
      push('number', number[0], at + number[0].length)
      continue
    }
    const sign = lexicon.signs.find((each) => source.startsWith(each, at)) ?? (source[at] as string)
    push('sign', sign, at + sign.length)
  }
  return { tokens, isPartial }
}

const LONGEST_REGEX = 1000

interface Read {
  text: string
  holes: Hole[]
  /** The offset behind the closing quote. */
  end: number
}

/** Reads a string from behind its opening to its end. */
function readText(source: string, start: number, close: string, form: StringForm): Read {
  const { escapes, holes: holeForm, isOneLine } = form
  const open = Object.entries({ '(': ')', '[': ']', '{': '}', '<': '>' }).find(([, end]) => end === close)?.[0]
  const holes: Hole[] = []
  const pieces: string[] = []
  let depth = 0
  let from = start
  let at = start
  const keep = (put: string, next: number) => {
    pieces.push(source.slice(from, at), put)
    at = from = next
  }
  while (at < source.length) {
    const character = source[at] as string
    if (close !== '' && depth === 0 && source.startsWith(close, at)) {
      pieces.push(source.slice(from, at))
      return { text: pieces.join(''), holes, end: at + close.length }
    }
    if (character === '\n' && isOneLine) break
    if (character === '\\' && escapes !== 'none') {
      const [put, length] = escapes === 'all' ? unescaped(source, at) : quotedCharacter(source, at, close)
      keep(put, at + length)
      continue
    }
    const end = holeForm === undefined ? at : endOfHole(source, at, holeForm)
    if (end > at) {
      holes.push({ source: source.slice(at, end), start: at })
      keep(HOLE, end)
      continue
    }
    if (character === open) depth++
    else if (character === close && open !== undefined) depth--
    at++
  }
  pieces.push(source.slice(from, at))
  return { text: pieces.join(''), holes, end: at }
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\x1b', 0: '\0', '\n': '' }
const CODE = /\\(?:x\{?([0-9a-fA-F]{1,6})\}?|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|([0-7]{2,3}))/y

function unescaped(source: string, at: number): [put: string, length: number] {
  CODE.lastIndex = at
  const code = CODE.exec(source)
  if (code) {
    const value =
      code[4] === undefined ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.parseInt(code[4], 8)
    return [value <= 0x10ffff ? String.fromCodePoint(value) : '\ufffd', code[0].length]
  }
  const next = source[at + 1] ?? ''
  return [NAMED_ESCAPES[next] ?? next, 2]
}

function quotedCharacter(source: string, at: number, close: string): [put: string, length: number] {
  const next = source[at + 1] ?? ''
  return next === '\\' || next === close ? [next, 2] : ['\\', 1]
}

const DOLLAR =
  /[$@](?:\{[^}\n]{0,200}\}|[A-Za-z_]\w*(?:(?:->)?(?:\[[^\]\n]{1,80}\]|\{[^}\n]{1,80}\}))*|[0-9])|\{\$[^}\n]{0,200}\}/y
const LONGEST_HOLE = 400

/** The end of the part that is put in at this place; the place itself when none is. */
function endOfHole(source: string, at: number, form: 'hash' | 'dollar'): number {
  if (form === 'dollar') {
    if (!'$@{'.includes(source[at] as string)) return at
    DOLLAR.lastIndex = at
    const found = DOLLAR.exec(source)
    return found ? at + found[0].length : at
  }
  if (!source.startsWith('#{', at)) return at
  let depth = 0
  for (let place = at + 1; place < Math.min(source.length, at + LONGEST_HOLE); place++) {
    if (source[place] === '{') depth++
    else if (source[place] === '}' && --depth === 0) return place + 1
  }
  return at
}
