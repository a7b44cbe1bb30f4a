import type { Edit } from '../strategy.ts'

export interface FindEdit {
  find: string
  replace: string
}

const MOST_EDITS = 50
/** Most lines that are listed when a piece is found more than once. */
const MOST_PLACES = 5

/** Every `find` is searched for in the original program, so that the order of the edits does not matter. */
export function findEdits(code: string, wanted: FindEdit[]): { edits: Edit[] } | { refused: string } {
  if (wanted.length > MOST_EDITS) return { refused: `it has ${wanted.length} edits; ${MOST_EDITS} at most` }
  const edits: Edit[] = []
  for (const [index, each] of wanted.entries()) {
    const found = locate(code, each)
    if (typeof found === 'string') return { refused: `edits[${index}]: ${found}` }
    edits.push(found)
  }
  edits.sort((one, other) => one.start - other.start)
  const isOverlapping = edits.some(({ start }, index) => start < (edits[index - 1]?.end ?? 0))
  return isOverlapping ? { refused: 'two edits change the same piece of the program' } : { edits }
}

/** The place of the edit, or the reason why it does not apply. */
function locate(code: string, wanted: FindEdit): Edit | string {
  if (wanted.find === '') return '"find" is empty'
  for (const { find, replace } of formsOf(code, wanted)) {
    const start = code.indexOf(find)
    if (start === -1) continue
    if (code.indexOf(find, start + 1) === -1) return { start, end: start + find.length, text: replace.toWellFormed() }
    return `"find" occurs more than once (${placesOf(code, find)}): take in more of the text around it`
  }
  return '"find" does not occur in the program: copy it exactly, with its spaces and without line numbers'
}

/** The edit as it was given, without our line numbers, and with the line ends of the program. */
function formsOf(code: string, edit: FindEdit): FindEdit[] {
  const change =
    (how: (text: string) => string) =>
    (each: FindEdit): FindEdit => ({
      find: how(each.find),
      replace: how(each.replace),
    })
  const withoutNumbers = change((text) => text.replace(/^ *\d+ \| ?/gm, ''))
  const withCrlf = change((text) => text.replace(/\r?\n/g, '\r\n'))
  const forms = [edit, withoutNumbers(edit)].filter(({ find }) => find !== '')
  return code.includes('\r\n') ? forms.flatMap((form) => [withCrlf(form), form]) : forms
}

function placesOf(code: string, find: string): string {
  const lines = new Set<number>()
  let at = code.indexOf(find)
  for (let places = 0; at !== -1 && places < MOST_PLACES; places++) {
    lines.add(code.slice(0, at).split('\n').length)
    at = code.indexOf(find, at + 1)
  }
  return `on lines ${[...lines].join(', ')}`
}
