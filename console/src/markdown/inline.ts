/** Parts of a line of Markdown. Nothing here is markup of a page: React makes elements of it, and text stays text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'math'; text: string }
  | { kind: 'strong' | 'emphasis' | 'struck'; inside: Inline[] }
  | { kind: 'link'; address: string; inside: Inline[] }
  | { kind: 'image'; address: string; alt: string }

interface Taken {
  part: Inline
  end: number
}

type Reader = (text: string, at: number, depth: number) => Taken | undefined

/** A mark that is not closed within this many characters is text: no answer takes long to read. */
const FARTHEST = 4000
const DEEPEST = 6
const LONGEST = 100_000

const READERS: Record<string, Reader[]> = {
  '`': [readCode],
  $: [readMath],
  '\\': [readBracketMath, readEscape],
  '!': [readImage],
  '[': [readLink],
  '*': [marked('**', 'strong'), marked('*', 'emphasis')],
  _: [marked('__', 'strong'), marked('_', 'emphasis')],
  '~': [marked('~~', 'struck')],
  h: [readAddress],
}

export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > DEEPEST || text.length > LONGEST) return text === '' ? [] : [{ kind: 'text', text }]
  const parts: Inline[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const taken = readAt(text, at, depth)
    if (taken && taken.part.kind !== 'text') {
      if (plain !== '') parts.push({ kind: 'text', text: plain })
      plain = ''
      parts.push(taken.part)
    } else plain += taken?.part.kind === 'text' ? taken.part.text : text[at]
    at = taken?.end ?? at + 1
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return parts
}

function readAt(text: string, at: number, depth: number): Taken | undefined {
  for (const read of READERS[text[at] ?? ''] ?? []) {
    const taken = read(text, at, depth)
    if (taken) return taken
  }
  return undefined
}

/** Where `mark` stands next, or −1 where it is far away. */
function next(text: string, mark: string, from: number): number {
  const found = text.slice(from, from + FARTHEST).indexOf(mark)
  return found < 0 ? -1 : from + found
}

function readCode(text: string, at: number): Taken | undefined {
  const [fence = ''] = /^`+/.exec(text.slice(at, at + 20)) ?? []
  const end = next(text, fence, at + fence.length)
  if (end < 0) return undefined
  return { part: { kind: 'code', text: text.slice(at + fence.length, end).trim() }, end: end + fence.length }
}

/** `$x$` as mathematics, unless it reads like two prices. */
function readMath(text: string, at: number): Taken | undefined {
  const fence = text.startsWith('$$', at) ? '$$' : '$'
  const begin = at + fence.length
  const end = next(text, fence, begin)
  const inside = text.slice(begin, end)
  if (end < 0 || inside.trim() === '') return undefined
  if (fence === '$' && (/^\s|\s$/.test(inside) || /\d/.test(text[end + 1] ?? ''))) return undefined
  return { part: { kind: 'math', text: inside.trim() }, end: end + fence.length }
}

function readBracketMath(text: string, at: number): Taken | undefined {
  const closing = { '(': '\\)', '[': '\\]' }[text[at + 1] ?? '']
  const end = closing === undefined ? -1 : next(text, closing, at + 2)
  if (end < 0) return undefined
  return { part: { kind: 'math', text: text.slice(at + 2, end).trim() }, end: end + 2 }
}

function readEscape(text: string, at: number): Taken | undefined {
  const letter = text[at + 1] ?? ''
  return /[!-/:-@[-`{-~]/.test(letter) ? { part: { kind: 'text', text: letter }, end: at + 2 } : undefined
}

function readImage(text: string, at: number): Taken | undefined {
  const found = text[at + 1] === '[' ? bracketed(text, at + 1) : undefined
  return found && { part: { kind: 'image', address: found.address, alt: found.words }, end: found.end }
}

function readLink(text: string, at: number, depth: number): Taken | undefined {
  const found = bracketed(text, at)
  if (!found) return undefined
  const inside = parseInline(found.words, depth + 1)
  return { part: { kind: 'link', address: found.address, inside }, end: found.end }
}

/** `[words](address "title")`, from its first bracket. */
function bracketed(text: string, at: number): { words: string; address: string; end: number } | undefined {
  const middle = next(text, '](', at + 1)
  const end = middle < 0 ? -1 : next(text, ')', middle + 2)
  if (end < 0) return undefined
  const [address = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/)
  const words = text.slice(at + 1, middle)
  return words.includes('\n\n') ? undefined : { words, address, end: end + 1 }
}

function marked(mark: string, kind: 'strong' | 'emphasis' | 'struck'): Reader {
  return (text, at, depth) => {
    if (!text.startsWith(mark, at) || /\s/.test(text[at + mark.length] ?? ' ')) return undefined
    // An underscore within a word is part of a name.
    if (mark[0] === '_' && /\w/.test(text[at - 1] ?? '')) return undefined
    const end = next(text, mark, at + mark.length + 1)
    if (end < 0 || /\s/.test(text[end - 1] ?? '')) return undefined
    if (mark[0] === '_' && /\w/.test(text[end + mark.length] ?? '')) return undefined
    return { part: { kind, inside: parseInline(text.slice(at + mark.length, end), depth + 1) }, end: end + mark.length }
  }
}

function readAddress(text: string, at: number): Taken | undefined {
  if (/\w/.test(text[at - 1] ?? '')) return undefined
  const [address] = /^https?:\/\/[^\s<>()"'`]*[^\s<>()"'`.,;:!?]/.exec(text.slice(at, at + FARTHEST)) ?? []
  if (address === undefined) return undefined
  return { part: { kind: 'link', address, inside: [{ kind: 'text', text: address }] }, end: at + address.length }
}
