import type { Edit, Way } from './fault.ts'
import { misspell } from './misspell.ts'
import type { Source } from './source.ts'

interface Names {
  /** Pattern of the names; its first group, or all of it, is the name. */
  find: RegExp
  /** Least number of uses in the program, so that the right name can be found in it. */
  atLeast?: number
  /** Words that are not names. */
  except?: ReadonlySet<string>
  /** Searches strings as well. */
  anywhere?: boolean
}

/** Makes one slip in one use of a name. */
export function misspellOne({ find, atLeast = 1, except, anywhere = false }: Names): Way {
  return (source) => {
    const text = anywhere ? source.text : source.code
    const pattern = new RegExp(find.source, [...new Set(`${find.flags}gd`)].join(''))
    return [...text.matchAll(pattern)].flatMap((match) => {
      const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0]
      const name = source.text.slice(start, end)
      if (except?.has(name) || countOf(source, name) < atLeast) return []
      const wrong = misspell(name, start)
      return wrong === null || countOf(source, wrong) > 0 ? [] : [[{ start, end, text: wrong } satisfies Edit]]
    })
  }
}

function countOf({ text }: Source, name: string): number {
  return text.split(/[^\w$]+/).filter((word) => word === name).length
}
