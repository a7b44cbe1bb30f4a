import type { Strategy } from '../strategy.ts'
import { assuming, best, insert, propose } from './edits.ts'
import { leftOf, placeOf, rightOf } from './expression.ts'

export const divisionByZero: Strategy = {
  id: 'python/division-by-zero',
  languages: ['python'],
  title: 'Gives zero as the average of nothing',
  answers: ['ZeroDivisionError'],
  prior: 0.4,
  bold: 'all: 0 for a division by a count of zero',
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    return best(
      place.tokens.flatMap((token, at) => {
        const [left, right] = token.text === '/' || token.text === '//' ? [leftOf(place, at), rightOf(place, at)] : []
        const isCount = right !== undefined && /^(?:len\([\w.]+\)|count|n|total|total_count|num_\w+)$/.test(right.text)
        if (!left || !right || !isCount) return []
        return [
          assuming(
            `the result is 0 where ${right.text} is 0`,
            propose(
              [insert(left.start, '('), insert(right.end, ` if ${right.text} else 0)`)],
              `gave 0 where ${right.text} is 0`,
              0.5,
            ),
          ),
        ]
      }),
    )
  },
}
