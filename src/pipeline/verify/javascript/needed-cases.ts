import type { PlayedCase, PlayedTests } from './played-tests.ts'

/** The fewest cases that reach the same places and find the same mutants as all of them: file and name of each. */
export function neededCases(cases: readonly PlayedCase[], mutants: PlayedTests['mutants']): Set<string> {
  const gains = new Map(cases.map((each) => [keyOf(each), new Set(each.places.map((place) => `place ${place}`))]))
  for (const { mutant, by } of mutants) for (const key of by) gains.get(key)?.add(`mutant ${mutant}`)
  const open = new Set([...gains.values()].flatMap((each) => [...each]))
  const needed = new Set<string>()
  while (open.size > 0) {
    const [best, most] = [...gains].reduce<[string, number]>(
      (one, [key, gain]) => {
        const count = [...gain].filter((each) => open.has(each)).length
        return count > one[1] ? [key, count] : one
      },
      ['', 0],
    )
    if (most === 0) break
    needed.add(best)
    for (const gain of gains.get(best) ?? []) open.delete(gain)
  }
  return needed
}

export const keyOf = ({ file, name }: Pick<PlayedCase, 'file' | 'name'>): string => `${file} ${name}`
