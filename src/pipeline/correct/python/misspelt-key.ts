import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { best, propose, replace, wrap } from './edits.ts'
import { type Place, placeOf } from './expression.ts'
import { nearNames } from './near-names.ts'
import { readProgram } from './program.ts'

export const misspeltKey: Strategy = {
  id: 'python/misspelt-key',
  languages: ['python'],
  title: 'Spells a key as the dictionary has it',
  answers: ['KeyError'],
  prior: 0.85,
  propose(fault) {
    const place = placeOf(fault)
    return place ? best([...spelt(fault, place), ...ofOtherType(fault, place)]) : []
  },
}

/** The key as text, without its quotes; the message of a KeyError is only the key. */
const textKey = ({ diagnosis }: Fault): string | undefined =>
  /^'(.*)'$|^"(.*)"$/
    .exec(diagnosis.message.trim())
    ?.slice(1)
    .find((each) => each !== undefined)

function spelt(fault: Fault, { tokens }: Place): Proposal[] {
  const key = textKey(fault)
  if (key === undefined) return []
  const keys = fault.facts.keys?.map(unquoted) ?? keysIn(fault.code)
  const near = nearNames(key, keys).slice(0, 3)
  const all = tokens.flatMap((token) => [token, ...(token.string?.inner ?? [])])
  const literals = all.filter(({ string, text }) => string && unquoted(text) === key)
  return near.flatMap(({ name, likeness }) =>
    literals.slice(0, 1).map((token) =>
      propose(
        replace(
          token,
          token.text.replace(key, () => name),
        ),
        `wrote the key "${name}" for "${key}"`,
        likeness,
      ),
    ),
  )
}

const unquoted = (text: string): string => /^[rbfuRBFU]{0,2}(["'])(.*)\1$/.exec(text)?.[2] ?? text

/** Keys of dictionaries in the code. */
function keysIn(code: string): string[] {
  const { tokens } = readProgram(code)
  return tokens.flatMap((token, index) =>
    token.kind === 'string' && tokens[index + 1]?.text === ':' ? [unquoted(token.text)] : [],
  )
}

/** `d["1"]` when the key is 1, and vice versa. */
function ofOtherType(fault: Fault, { tokens }: Place): Proposal[] {
  const shown = fault.diagnosis.message.trim()
  const keys = fault.facts.keys ?? []
  const [asText, asNumber] = [keys.includes(`'${shown}'`), /^'\d+'$/.test(shown) && keys.includes(shown.slice(1, -1))]
  if (!asText && !asNumber) return []
  const how = asText ? 'str' : 'int'
  const why = `looked for the key as ${asText ? 'text' : 'a number'}`
  return keysAt(tokens).map((key) => propose(wrap(key, `${how}(`, ')'), why, 0.8))
}

/** The keys in brackets behind a name or a bracket. */
const keysAt = (tokens: Place['tokens']): { start: number; end: number }[] =>
  tokens.flatMap((token, open) => {
    if (token.text !== '[' || !['name', 'close'].includes(tokens[open - 1]?.kind ?? '')) return []
    const close = partnerOf(tokens, open)
    const [first, last] = [tokens[open + 1], tokens[close - 1]]
    return close > open + 1 && first && last ? [{ start: first.start, end: last.end }] : []
  })
