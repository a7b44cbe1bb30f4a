/** Beginnings of comments and texts that go over several lines, with their ends. */
const BEGIN = /(?:^|[\s=(,])("""|'''|\/\*(?=\*|\s|$))/
const END: Record<string, string> = { '"""': '"""', "'''": "'''", '/*': '*/' }
/** A mark without its end within so many lines is something else. */
const MOST_LINES = 100

/** Lines of comments and texts that go over several lines: their words are prose, and belong to the code around them. */
export function notesAmong(lines: readonly { text: string }[]): boolean[] {
  const isNote: boolean[] = lines.map(() => false)
  for (let first = 0; first < lines.length; first++) {
    const behind = behindNote(lines, first)
    isNote.fill(true, first, behind)
    first = Math.max(first, behind - 1)
  }
  return isNote
}

/** The line behind the note that begins in this line; the line itself where none does. */
function behindNote(lines: readonly { text: string }[], first: number): number {
  const text = lines[first]?.text.slice(0, 300) ?? ''
  const found = BEGIN.exec(text)
  const [whole, mark = ''] = found ?? ['']
  const end = END[mark]
  if (!found || end === undefined || text.includes(end, found.index + whole.length)) return first
  for (let at = first + 1; at < Math.min(lines.length, first + MOST_LINES); at++) {
    if (lines[at]?.text.includes(end)) return at + 1
  }
  return first
}
