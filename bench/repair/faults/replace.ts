import type { Edit, Way } from './fault.ts'
import type { Source } from './source.ts'

type By = string | ((groups: string[], match: { index: number; source: Source }) => string | null)

/**
 * One edit for each match. It is looked for in the code without strings and comments; what it is replaced by may take up
 * groups of the real text: `$0` is all of it, `$1` the first group.
 */
export function replace(find: RegExp, by: By): Way {
  return (source) => matchesIn(source, { text: source.code, find, by })
}

/** The same, but strings are looked into as well. */
export function replaceAnywhere(find: RegExp, by: By): Way {
  return (source) => matchesIn(source, { text: source.text, find, by })
}

/** One fault made of all matches at once: what one does, one does everywhere. */
export function replaceEach(find: RegExp, by: By): Way {
  return (source) => {
    const edits = matchesIn(source, { text: source.code, find, by }).flat()
    return edits.length > 0 ? [edits] : []
  }
}

/** Ways that belong together, such as a call and its import: all of them, or nothing. */
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
