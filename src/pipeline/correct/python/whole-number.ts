import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { assuming, best, messageOf, propose, replace, wrap } from './edits.ts'
import { callsIn, expressionOf, type Place, placeOf } from './expression.ts'

export const wholeNumber: Strategy = {
  id: 'python/whole-number',
  languages: ['python'],
  title: 'Divides to a whole number, or cuts one, where only whole numbers count',
  answers: ['TypeError'],
  prior: 0.9,
  bold: 'a fraction that is cut off',
  propose(fault) {
    const isAsked = messageOf(
      fault,
      /^'float' object cannot be interpreted as an integer|indices must be integers(?: or slices)?, not float|^slice indices must be/,
    )
    const place = isAsked && placeOf(fault)
    return place
      ? best([...dividedHere(place), ...dividedBefore(place), ...cutArguments(place), ...cutIndexes(place)])
      : []
  },
}

const isDivision = ({ text }: Token): boolean => text === '/' || text === '/='
const whole = (token: Token) => replace(token, token.text === '/' ? '//' : '//=')

/** `range(n / 2)` and `items[n / 2]` */
function dividedHere({ tokens }: Place): Proposal[] {
  const divisions = tokens.filter(isDivision)
  return divisions.length ? [propose(divisions.map(whole), 'divided to a whole number', 0.93)] : []
}

/** `middle = n / 2` above, where the variable is used as an index. */
function dividedBefore({ program, tokens, statement }: Place): Proposal[] {
  const used = new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text))
  return program.statements.flatMap(({ tokens: each, line }) => {
    const isAssigned = each[1]?.text === '=' || each[1]?.text === '/='
    const divisions = each.filter(isDivision)
    if (!isAssigned || !used.has(each[0]?.text ?? '') || line >= statement.line || divisions.length === 0) return []
    return [propose(divisions.map(whole), `divided to a whole number on line ${line}`, 0.95)]
  })
}

const CUT = 'the fraction of a number may be cut off'

const WHOLE_ARGUMENTS = new Set(
  'range chr hex bin randint sample randrange zfill rjust ljust center islice repeat'.split(' '),
)

function cutArguments(place: Place): Proposal[] {
  return callsIn(place).flatMap(({ name, arguments: given }) => {
    const cut = given.filter(({ tokens: [first] }) => first?.kind !== 'number' || first.text.includes('.'))
    if (!WHOLE_ARGUMENTS.has(name) || cut.length === 0) return []
    return [
      assuming(
        CUT,
        propose(
          cut.flatMap((each) => wrap(each, 'int(', ')')),
          `gave ${name}() whole numbers`,
          0.85,
        ),
      ),
    ]
  })
}

function cutIndexes({ program, tokens }: Place): Proposal[] {
  return tokens.flatMap((token, open) => {
    const isIndex = token.text === '[' && ['name', 'close'].includes(tokens[open - 1]?.kind ?? '')
    const inside = isIndex ? expressionOf({ program, tokens }, [open + 1, partnerOf(tokens, open)]) : undefined
    if (!inside || inside.text.includes(':')) return []
    return [assuming(CUT, propose(wrap(inside, 'int(', ')'), 'made the index a whole number', 0.8))]
  })
}
