import { MEMBERS_OF } from '../../../language/python/members.ts'
import type { Strategy } from '../strategy.ts'
import { visibleFrom } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { readProgram } from './program.ts'
import { usesOf } from './uses-of.ts'
import { wantedName } from './wanted-name.ts'

const METHODS: ReadonlySet<string> = new Set(Object.values(MEMBERS_OF).flat())

export const lostDot: Strategy = {
  id: 'python/lost-dot',
  languages: ['python'],
  title: 'Puts the dot between a variable and its method',
  answers: ['NameError'],
  prior: 0.93,
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    if (name === undefined) return []
    const known = new Set(visibleFrom(program, fault.diagnosis.line ?? 1).map((each) => each.name))
    const owners = [...known].filter((each) => name.startsWith(each) && METHODS.has(name.slice(each.length)))
    const calls = usesOf(program, name).filter(({ end }) => program.code[end] === '(')
    return best(
      owners.flatMap((owner) =>
        calls.length === 0
          ? []
          : [
              propose(
                calls.map(({ start }) => insert(start + owner.length, '.')),
                `put the dot behind "${owner}"`,
                0.95,
              ),
            ],
      ),
    )
  },
}
