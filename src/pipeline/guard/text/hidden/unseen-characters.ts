import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

export const unseenCharacters: GuardRule<TextProgram> = {
  id: 'text/unseen-characters',
  family: 'prompt-injection',
  severity: 'high',
  title: 'Characters that nobody sees carry text',
  why: 'People do not see it, and models read it: it can hold orders for an assistant, or a program.',
  remedy: 'Remove the characters, and find out who put them there.',
  cwe: [1007, 1427],
  find: unseenOf,
}

/** Tag characters, each of which stands for a letter. */
const TAGS = /\u{1f3f4}?[\u{e0001}-\u{e007f}]{2,}/gu
/** The flag of a region: a black flag with a few tags and their end. */
const FLAG = /^\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}$/u
/** Each selector encodes a byte; a single one behind a character is a variant of it. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu
const NO_WIDTH = /[\u200b-\u200d\u2060\ufeff]{6,}/g
/** Invisible characters between letters of ASCII, where no script needs them. */
const IN_WORD = /(?<=\w)[\u200b-\u200d\u2060\ufeff\u00ad]{1,5}(?=\w)/g
const MOST_SHOWN = 60
/** After so many split words, one more says nothing new. */
const MOST_WORDS = 100

function* unseenOf({ source }: TextProgram): Generator<Spot> {
  for (const { index, 0: tags } of source.matchAll(TAGS)) {
    if (FLAG.test(tags)) continue
    const said = [...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')
    const shown = said.replace(/[^ -~]/g, '').slice(0, MOST_SHOWN)
    yield { start: index, end: index + tags.length, message: `Invisible tag characters say "${shown}"` }
  }
  for (const pattern of [SELECTORS, NO_WIDTH]) {
    for (const { index, 0: run } of source.matchAll(pattern)) {
      yield {
        start: index,
        end: index + run.length,
        message: `${[...run].length} invisible characters in a row carry data`,
      }
    }
  }
  for (const { index, 0: run } of [...source.matchAll(IN_WORD)].slice(0, MOST_WORDS)) {
    const message = 'A character without width splits a word'
    yield { start: index, end: index + run.length, message, severity: 'medium' }
  }
}
