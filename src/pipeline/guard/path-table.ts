/** A path and its kind; without a kind, an exception from later rows. */
type PathRow<Kind> = readonly [path: string, kind: Kind | undefined]

/** Paths of one kind, a space between them. */
export const rows = <const Kind extends string | undefined>(kind: Kind, paths: string): PathRow<Kind>[] =>
  paths.split(' ').map((path) => [path, kind])

interface Row<Kind> {
  kind: Kind | undefined
  names: readonly RegExp[]
  isFolder: boolean
  isAtRoot: boolean
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '' && name !== '**')
const patternOf = (name: string, any: string) => name.replaceAll('.', '\\.').replaceAll('*', any)

function readRow<Kind>([path, kind]: PathRow<Kind>): Row<Kind> {
  const flags = path === path.toLowerCase() ? 'i' : ''
  const names = namesOf(path).map((name) => new RegExp(`^${patternOf(name, '.*')}$`, flags))
  return { kind, names, isFolder: path.endsWith('/**'), isAtRoot: path.startsWith('/') }
}

const LONGEST_PATH = 1000
/** A drive, the scheme of an address, or a part that is known only at run time. */
const BEFORE_ROOT = /^\.\.$|:$|[\u0000\uFFFC$*]/

/**
 * Finds the kind of a path; the first matching row counts. Names between slashes are whole names: `*` stands for any letters
 * of one, and a last `**` for the folder and all that is below it. A slash at the beginning is the root of the machine; other
 * rows match anywhere. A row with capital letters is case-sensitive.
 */
export function pathTable<Kind>(
  table: readonly PathRow<Kind>[],
  beforeRoot = BEFORE_ROOT,
): (text: string) => Kind | undefined {
  const read = table.map(readRow)
  /** The last name of any row: a quick test, since almost every text contains none of them. */
  const lastNames = table.map(([path]) => patternOf(namesOf(path).at(-1) ?? '', '[^\\\\/]*'))
  const anyLast = new RegExp(`(?:^|[\\\\/])(?:${lastNames.join('|')})(?:[\\\\/]|$)`, 'i')
  return (text) => {
    if (text.length > LONGEST_PATH || text.includes('\n') || !anyLast.test(text)) return undefined
    const names = namesIn(text)
    const isAbsolute = /^[\\/]/.test(text)
    const startsAtRoot = (at: number) => (at === 0 ? isAbsolute : beforeRoot.test(names[at - 1] ?? ''))
    return read.find((row) => {
      const last = names.length - row.names.length
      const starts = row.isFolder ? [...names.keys()] : [last].filter((at) => at >= 0)
      return starts.some(
        (at) => (!row.isAtRoot || startsAtRoot(at)) && row.names.every((name, i) => name.test(names[at + i] ?? '')),
      )
    })?.kind
  }
}

/** The names between slashes of either kind; `.` and `name/..` are dropped. */
function namesIn(text: string): string[] {
  const names: string[] = []
  for (const name of text.split(/[\\/]+/)) {
    if (name === '' || name === '.') continue
    if (name === '..' && names.length > 0 && !BEFORE_ROOT.test(names.at(-1) ?? '')) names.pop()
    else names.push(name)
  }
  return names
}
