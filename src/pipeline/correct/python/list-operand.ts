import type { Proposal, Strategy } from '../strategy.ts'
import { operatorsIn, short, typesOf } from './convert-operand.ts'
import { best, propose, wrap } from './edits.ts'
import { type Expression, placeOf, rightOf } from './expression.ts'

/** Apart from `python/convert-operand`, so that it is weighed apart: `numbers + 1` may mean a sum as well as a longer list. */
export const listOperand: Strategy = {
  id: 'python/list-operand',
  languages: ['python'],
  title: 'Makes a list of what is added to a list',
  answers: ['TypeError'],
  prior: 0.85,
  propose(fault) {
    const place = placeOf(fault)
    const types = typesOf(fault)
    if (!place || types?.leftType !== 'list' || types.operator !== '+' || types.rightType === 'NoneType') return []
    return best(
      operatorsIn(place, '+').flatMap((index) => {
        const right = rightOf(place, index)
        return right ? [ofList(right, types.rightType)] : []
      }),
    )
  },
}

const ofList = (right: Expression, type: string): Proposal =>
  ['tuple', 'set', 'range', 'map', 'filter', 'generator', 'dict_keys', 'dict_values', 'zip'].includes(type)
    ? propose(wrap(right, 'list(', ')'), `made a list of ${short(right)}`, 0.92)
    : propose(wrap(right, '[', ']'), `put ${short(right)} into a list`, 0.85)
