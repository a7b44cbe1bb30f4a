import type { Strategy } from '../strategy.ts'
import { definitionsOf } from './definitions.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { readProgram } from './program.ts'

export const abstractMethod: Strategy = {
  id: 'python/abstract-method',
  languages: ['python'],
  title: 'Spells a method as the abstract class asks for it',
  answers: ['TypeError'],
  prior: 0.93,
  propose(fault) {
    const found = messageOf(fault, /^Can't instantiate abstract class (\w+) with abstract methods? (\w+)/)
    if (!found) return []
    const own = definitionsOf(readProgram(fault.code)).filter(
      ({ kind, scope }) =>
        kind === 'function' && scope?.tokens[0]?.text === 'class' && scope.tokens[1]?.text === found[1],
    )
    const near = nearNames(
      found[2] ?? '',
      own.map(({ name }) => name),
    )
    return best(
      near.flatMap(({ name, likeness }) =>
        own
          .filter((each) => each.name === name)
          .map(({ token }) => propose(replace(token, found[2] ?? ''), `called the method "${found[2]}"`, likeness)),
      ),
    )
  },
}
