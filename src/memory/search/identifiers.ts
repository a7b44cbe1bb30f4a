import { randomInt } from 'node:crypto'
import { grown } from './growing.ts'

/** Identifiers of texts as numbers, read in one pass without a string for each of them. */
export interface Identifiers {
  /** The numbers of a text's identifiers, in their order. Good until the next call. */
  read(text: string): Int32Array
  bytes(): number
}

const [OTHER, LETTER, DIGIT] = [0, 1, 2]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z_$]/.test(String.fromCharCode(code)) ? LETTER : /\d/.test(String.fromCharCode(code)) ? DIGIT : OTHER,
)
const kindOf = (code: number): number => (code < 128 ? (KINDS[code] as number) : LETTER)
/** From this length on a part of a text holds on to the whole text. */
const HOLDS_ON = 13

export function createIdentifiers(onNew: (text: string, number: number) => void): Identifiers {
  // Nobody who does not know the seed can make many identifiers of one hash.
  const seed = randomInt(2 ** 32)
  const texts: string[] = []
  let hashes = new Uint32Array(256)
  let slots = new Uint32Array(1024)
  let list = new Int32Array(256)

  const place = (number: number): void => {
    let slot = (hashes[number] as number) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number + 1
  }
  const newNumber = (text: string, hash: number): number => {
    const number = texts.length
    texts.push(text.length < HOLDS_ON ? text : Buffer.from(text, 'utf16le').toString('utf16le'))
    hashes = grown(hashes, number + 1)
    hashes[number] = hash
    if (texts.length * 2 > slots.length) {
      slots = new Uint32Array(slots.length * 2)
      for (let each = 0; each < number; each++) place(each)
    }
    place(number)
    onNew(texts[number] as string, number)
    return number
  }
  const numberOf = (text: string, start: number, end: number, hash: number): number => {
    for (let slot = hash & (slots.length - 1); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const number = (slots[slot] as number) - 1
      if (hashes[number] === hash && isSame(texts[number] as string, text, start, end)) return number
    }
    return newNumber(text.slice(start, end), hash)
  }
  return {
    read(text) {
      let found = 0
      for (let at = 0; at < text.length; ) {
        let code = text.charCodeAt(at)
        const kind = kindOf(code)
        if (kind === OTHER) {
          at++
          continue
        }
        const start = at
        let hash = seed
        do {
          hash = Math.imul(hash ^ code, 0x01000193)
          code = ++at < text.length ? text.charCodeAt(at) : 0
        } while (kind === LETTER ? kindOf(code) !== OTHER : kindOf(code) === DIGIT)
        hash = (hash ^ (hash >>> 15)) >>> 0
        if (found === list.length) list = grown(list, found + 1)
        list[found++] = numberOf(text, start, at, hash)
      }
      return list.subarray(0, found)
    },
    bytes: () => hashes.byteLength + slots.byteLength + list.byteLength,
  }
}

function isSame(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  return true
}
