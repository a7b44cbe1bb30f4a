import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { assuming, best, insert, propose, replace } from './edits.ts'
import { type Expression, expressionOf, type Place, placeOf, startOfOperand } from './expression.ts'
import { nearNames } from './near-names.ts'
import { readProgram } from './program.ts'

export const misspeltKey: Strategy = {
  id: 'python/misspelt-key',
  languages: ['python'],
  title: 'Spells a key as the dictionary has it, and begins a count or a group that was not there yet',
  answers: ['KeyError'],
  prior: 0.85,
  bold: 'a count begun at zero, a group begun empty',
  propose(fault) {
    const place = placeOf(fault)
    return place ? best([...spelt(fault, place), ...ofOtherType(fault, place), ...begun(place)]) : []
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
  return indexes(tokens).flatMap(({ inside }) => {
    const how = asText ? 'str' : 'int'
    return inside
      ? [
          propose(
            [insert(inside.start, `${how}(`), insert(inside.end, ')')],
            `looked for the key as ${asText ? 'text' : 'a number'}`,
            0.8,
          ),
        ]
      : []
  })
}

interface Index {
  object: Expression | undefined
  inside: Expression | undefined
  close: number
}

function indexes(tokens: Place['tokens'], program?: Place['program']): Index[] {
  const from = program ?? readProgram('')
  return tokens.flatMap((token, open): Index[] => {
    if (token.text !== '[' || !['name', 'close'].includes(tokens[open - 1]?.kind ?? '')) return []
    const close = partnerOf(tokens, open)
    if (close === -1) return []
    const start = startOfOperand(tokens, open - 1)
    return [
      {
        object: expressionOf({ program: from, tokens }, [start, open]),
        inside: expressionOf({ program: from, tokens }, [open + 1, close]),
        close,
      },
    ]
  })
}

/** `counts[word] += 1` and `groups[key].append(x)` on a dictionary that starts empty. */
function begun({ program, tokens, statement }: Place): Proposal[] {
  const [index] = indexes(tokens, program)
  if (!index?.object || !index.inside) return []
  const { object, inside, close } = index
  const after = tokens[close + 1]
  if (object.start !== statement.first.start || !startsEmpty(program, object.text)) return []
  const item = { start: object.start, end: tokens[close]?.end ?? 0 }
  const last = tokens.at(-1)
  if (after?.text === '+=' && last) {
    const added = tokens[close + 2]
    const zero = added?.kind === 'string' ? "''" : added?.text === '[' ? '[]' : '0'
    const get = `${program.code.slice(item.start, item.end)} = ${object.text}.get(${inside.text}, ${zero}) +`
    return [
      assuming(
        `a key that ${object.text} does not have counts as ${zero}`,
        propose(replace({ start: item.start, end: after.end }, get), `counted ${object.text} from ${zero}`, 0.9),
      ),
    ]
  }
  const method = tokens[close + 2]?.text ?? ''
  const empty =
    after?.text !== '.'
      ? undefined
      : method === 'append' || method === 'extend'
        ? '[]'
        : method === 'add'
          ? 'set()'
          : undefined
  return empty
    ? [
        assuming(
          `a key that ${object.text} does not have begins with ${empty}`,
          propose(
            replace(item, `${object.text}.setdefault(${inside.text}, ${empty})`),
            `began each group of ${object.text} empty`,
            0.9,
          ),
        ),
      ]
    : []
}

function startsEmpty({ statements }: Place['program'], name: string): boolean {
  return statements.some(({ tokens }) => {
    const text = tokens.map((token) => token.text).join('')
    return text === `${name}={}` || text === `${name}=dict()` || (text.startsWith(`${name}:`) && text.endsWith('={}'))
  })
}
