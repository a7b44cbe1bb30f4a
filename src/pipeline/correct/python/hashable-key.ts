import type { Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { best, messageOf, propose, replace, wrap } from './edits.ts'
import { callsIn, expressionOf, type Place, placeOf } from './expression.ts'

export const hashableKey: Strategy = {
  id: 'python/hashable-key',
  languages: ['python'],
  title: 'Uses a tuple or a frozenset where a key may not change',
  answers: ['TypeError'],
  prior: 0.85,
  propose(fault) {
    const type = messageOf(fault, /^unhashable type: '(\w+)'/)?.[1]
    const place = placeOf(fault)
    const wrapper = type === 'list' ? 'tuple' : type === 'set' ? 'frozenset' : undefined
    return place && wrapper ? best([...literals(place), ...keys(place, wrapper), ...added(place, wrapper)]) : []
  },
}

/** `{[1, 2]: x}` and `{[1, 2]}` */
function literals({ tokens }: Place): Proposal[] {
  return tokens.flatMap((token, open) => {
    const before = tokens[open - 1]?.text ?? ''
    const close = tokens[partnerOf(tokens, open)]
    if (token.text !== '[' || !['{', ',', '[', '('].includes(before) || !close) return []
    const after = tokens[tokens.indexOf(close) + 1]?.text
    return after === ':' || before === '{' || before === '['
      ? [propose([replace(token, '('), replace(close, ')')], 'used a tuple as key', 0.93)]
      : []
  })
}

/** `d[key]` and `key in seen` */
function keys({ program, tokens }: Place, wrapper: string): Proposal[] {
  return tokens.flatMap((token, at): Proposal[] => {
    const isIndex = token.text === '[' && ['name', 'close'].includes(tokens[at - 1]?.kind ?? '')
    const inside = isIndex ? expressionOf({ program, tokens }, [at + 1, partnerOf(tokens, at)]) : undefined
    const left =
      token.text === 'in' && tokens[at - 1]?.kind === 'name' && !tokens.slice(0, at).some(({ text }) => text === 'for')
        ? expressionOf({ program, tokens }, [at - 1, at])
        : undefined
    const key = inside ?? left
    return key && !key.tokens.some(({ text }) => text === ':')
      ? [propose(wrap(key, `${wrapper}(`, ')'), `made a ${wrapper} of the key`, 0.85)]
      : []
  })
}

/** `seen.add(key)`, `set(lists)` */
function added(place: Place, wrapper: string): Proposal[] {
  return callsIn(place).flatMap(({ name, arguments: [first] }) => {
    if (!first) return []
    if (['add', 'setdefault', 'get', 'discard', 'hash'].includes(name))
      return [propose(wrap(first, `${wrapper}(`, ')'), `made a ${wrapper} of what is added`, 0.92)]
    const isCollection =
      ['set', 'frozenset', 'Counter', 'fromkeys'].includes(name) && !first.tokens.some(({ text }) => text === 'for')
    return isCollection ? [propose(wrap(first, `map(${wrapper}, `, ')'), `made a ${wrapper} of each`, 0.8)] : []
  })
}
