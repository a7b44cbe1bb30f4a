import type { Edit, Way } from './fault.ts'
import type { Source } from './source.ts'

type By = string | ((groups: string[], match: { index: number; source: Source }) => string | null)

/**
 * Makes one edit for each match. The code is searched without strings and comments; the replacement may use groups of the real
 * text: `$0` is all of it, `$1` the first group.
 */
export function replace(find: RegExp, by: By): Way {
  return (source) => matchesIn(source, { text: source.code, find, by })
}

/** The same, but strings are searched as well. */
export function replaceAnywhere(find: RegExp, by: By): Way {
  return (source) => matchesIn(source, { text: source.text, find, by })
}

/** Makes one fault of all matches at once, for mistakes that an author repeats everywhere. */
export function replaceEach(find: RegExp, by: By): Way {
  return (source) => {
    const edits = matchesIn(source, { text: source.code, find, by }).flat()
    return edits.length > 0 ? [edits] : []
  }
}

/** Combines ways that belong together, such as a call and its import: all of them, or none. */
export function together(...ways: Way[]): Way {
  return (source) => {
    const each = ways.map((way) => way(source).flat())
    return each.every((edits) => edits.length > 0) ? [each.flat()] : []
  }
}

function matchesIn(source: Source, { text, find, by }: { text: string; find: RegExp; by: By }): Edit[][] {
  const pattern = new RegExp(find.source, [...new Set(`${find.flags}gd`)].join(''))
  return [...text.matchAll(pattern)].flatMap((match) => {
    const groups = (match.indices ?? []).map((range) => (range ? source.text.slice(range[0], range[1]) : ''))
    const start = match.index
    const end = start + match[0].length
    const became =
      typeof by === 'string'
        ? by.replace(/\$(\d)/g, (_, number: string) => groups[Number(number)] ?? '')
        : by(groups, { index: start, source })
    return became === null || became === source.text.slice(start, end) ? [] : [[{ start, end, text: became }]]
  })
}
