import type { Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { messageOf, propose, replace } from './edits.ts'
import { expressionOf, placeOf } from './expression.ts'

export const textItem: Strategy = {
  id: 'python/text-item',
  languages: ['python'],
  title: 'Puts a text together anew where one of its characters is assigned',
  answers: ['TypeError'],
  prior: 0.85,
  propose(fault) {
    const place = messageOf(fault, /^'str' object does not support item assignment/) && placeOf(fault)
    const { tokens = [] } = place ?? {}
    const close = partnerOf(tokens, 1)
    if (!place || tokens[0]?.kind !== 'name' || tokens[1]?.text !== '[' || tokens[close + 1]?.text !== '=') return []
    const index = expressionOf(place, [2, close])
    const value = expressionOf(place, [close + 2, tokens.length])
    const isOne = index?.tokens.every(({ text }) => text !== ':' && text !== ',' && text !== '[') === true
    if (!index || !value || !isOne) return []
    const name = tokens[0].text
    const rest = restOf(name, index.text)
    if (rest === undefined) return []
    const text = value.tokens.length > 1 && !/^\w+\(/.test(value.text) ? `(${value.text})` : value.text
    const whole = `${name} = ${name}[:${index.text}] + ${text}${rest}`
    const why = `put "${name}" together with the new character`
    return [propose(replace({ start: tokens[0].start, end: value.end }, whole), why, 0.9)]
  },
}

/** The part behind the character; a place that is counted from the end other than the last is not known to have one. */
function restOf(name: string, index: string): string | undefined {
  if (index === '-1') return ''
  if (/^\d+$/.test(index)) return ` + ${name}[${Number(index) + 1}:]`
  return /^[\p{L}_]\w*$/u.test(index) ? ` + ${name}[${index} + 1:]` : undefined
}
