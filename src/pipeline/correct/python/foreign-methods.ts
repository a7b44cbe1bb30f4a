import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { best, propose, replace } from './edits.ts'
import { type Call, callsIn, type Expression, expressionOf, type Place, placeOf, startOfOperand } from './expression.ts'
import { FORMS, RENAMED } from './foreign-method-names.ts'
import { wantedAttribute } from './misspelt-attribute.ts'

export const foreignMethods: Strategy = {
  id: 'python/foreign-methods',
  languages: ['python'],
  title: 'Calls methods of other languages, of Python 2, or of another type by what Python has for them',
  answers: ['AttributeError'],
  prior: 0.95,
  propose(fault) {
    const found = wantedAttribute(fault)
    if (!found || found.isModule) return []
    const isMapping = /dict$|^Counter$/i.test(found.type.split('.').at(-1) ?? '')
    const wanted = { ...found, type: isMapping ? 'dict' : found.type }
    const proposals = usesOf(fault, wanted.name).flatMap((use) =>
      rewrite(use, { ...wanted, members: fault.facts.members ?? [] }),
    )
    const [first] = proposals
    if (!first) return []
    const here = proposals.find(({ edits }) => edits.length > 0)
    const all = proposals.flatMap(({ edits }) => edits)
    return best([
      propose(all, first.why, first.sureness),
      ...(here && proposals.length > 1 ? [{ ...here, sureness: 0.7 }] : []),
    ])
  },
}

interface Use {
  place: Place
  /** The expression before the dot. */
  object: Expression
  /** Index of the method's name. */
  at: number
  call: Call | undefined
}

/** Uses on the failing line only: elsewhere the same name may belong to another type. */
function usesOf(fault: Fault, name: string): Use[] {
  const place = placeOf(fault)
  if (!place) return []
  const { program, tokens } = place
  return tokens.flatMap((token, at): Use[] => {
    if (token.text !== name || tokens[at - 1]?.text !== '.') return []
    const object = expressionOf({ program, tokens }, [startOfOperand(tokens, at - 2), at - 1])
    const call = callsIn(place).find(({ open }) => open === at + 1)
    return object ? [{ place, object, at, call }] : []
  })
}

interface Wanted {
  type: string
  name: string
  /** Members of the object, if the probe could list them. */
  members: string[]
}

function rewrite(use: Use, wanted: Wanted): Proposal[] {
  const { place, at, call } = use
  const { name, type } = wanted
  const token = place.tokens[at]
  if (!token) return []
  const renamed = RENAMED[type]?.[name] || likeOthers(wanted)
  if (renamed) return [propose(replace(token, renamed), `wrote ".${renamed}" for ".${name}"`, 0.95)]
  if (name === 'append' && type === 'DataFrame' && call) return concatenated(use, call)
  if (type === 'str' && name === 'decode') return withoutCall(use)
  if (type === 'tuple' && ['append', 'extend', 'remove', 'insert', 'sort', 'pop'].includes(name)) return asList(use)
  return written(use, wanted)
}

/** A type of the program's own may have the wanted method under Python's name for it. */
function likeOthers({ name, members }: Wanted): string | undefined {
  const names = Object.values(RENAMED).flatMap((each) => each[name] ?? [])
  return names.find((each) => each !== '' && members.includes(each))
}

/** `frame.append(other)`, which pandas removed. */
function concatenated({ object }: Use, { arguments: [other, ...rest], close, callee }: Call): Proposal[] {
  if (!other || close < 0) return []
  const more = rest.map(({ text }) => `, ${text}`).join('')
  const end = other.end + rest.reduce((_, each) => each.end - other.end, 0) + 1
  const edit = {
    start: object.start,
    end: Math.max(end, callee.end),
    text: `pd.concat([${object.text}, ${other.text}]${more})`,
  }
  return [propose(edit, 'put the frames together with concat', 0.93)]
}

/** A tuple that the program changes was meant as a list. */
function asList({ place, object }: Use): Proposal[] {
  return place.program.statements.flatMap(({ tokens, last }) => {
    const [target, equals, open] = tokens
    const isLiteral = target?.text === object.text && equals?.text === '=' && open?.text === '(' && last.text === ')'
    if (!isLiteral || partnerOf(tokens, 2) !== tokens.length - 1) return []
    return [propose([replace(open, '['), replace(last, ']')], `made a list of "${object.text}", since it changes`, 0.8)]
  })
}

/** In Python 3 a text is already Unicode, so the conversion goes. */
function withoutCall({ place, at, call }: Use): Proposal[] {
  const [dot, end] = [place.tokens[at - 1], call && place.tokens[call.close]]
  return dot && end
    ? [propose(replace({ start: dot.start, end: end.end }, ''), 'left out a conversion that is not needed', 0.85)]
    : []
}

function written({ place, at, call, object }: Use, { type, name, members }: Wanted): Proposal[] {
  const token = place.tokens[at]
  const form = FORMS[name]
  const isFit = KNOWN.has(type) || name === 'toString' || (form === 'len(%o)' && members.includes('__len__'))
  if (!token || form === undefined || !isFit) return []
  const given = call?.arguments.map(({ text }) => text) ?? []
  const needsTwo = form.includes('%2') && !form.includes(':%2')
  if ((form.includes('%1') && given.length === 0) || (needsTwo && given.length < 2)) return []
  const text = fill(form, object.text, given)
  const isBoolean = form.includes(' in ') || form.includes('==')
  const before = place.tokens[place.tokens.indexOf(object.tokens[0] ?? token) - 1]?.text ?? ''
  const end = call ? (place.tokens[call.close]?.end ?? token.end) : token.end
  const isBound = isBoolean && ['not', '==', '!='].includes(before)
  return [propose({ start: object.start, end, text: isBound ? `(${text})` : text }, `wrote ${text.slice(0, 40)}`, 0.94)]
}

const KNOWN = new Set(
  'str list dict set tuple int float bytes range generator map filter zip dict_keys dict_values NoneType collections.deque deque list_iterator list_reverseiterator'.split(
    ' ',
  ),
)

const fill = (form: string, object: string, given: string[]): string =>
  form.replace(/%[o12]/g, (mark) => (mark === '%o' ? object : (given[Number(mark[1]) - 1] ?? '')))
