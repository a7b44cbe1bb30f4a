/** A change as the tokens that went and those that came. Names that stand on both sides are holes, `$1`, `$2` …, for names of another program. */
export interface Change {
  before: string[]
  after: string[]
}

const TOKEN =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[ \t]*\n[ \t]*|[ \t]+|[^\s\w]/g
const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/
/** Larger changes are other programs. */
const MOST_TOKENS = 40
/** Tokens around the change that have to be there too; without them a change of one sign would fit everywhere. */
const CONTEXT = 3

/** The one place in which two programs differ, with a little of its surroundings; undefined when they differ in too much. */
export function changeOf(before: string, after: string): Change | undefined {
  const [old, fresh] = [tokensOf(before), tokensOf(after)]
  const most = Math.min(old.length, fresh.length)
  let head = 0
  while (head < most && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  if (head === old.length && head === fresh.length) return undefined
  const from = Math.max(0, head - CONTEXT)
  const kept = Math.min(tail, CONTEXT)
  const change = {
    before: old.slice(from, old.length - tail + kept),
    after: fresh.slice(from, fresh.length - tail + kept),
  }
  return change.before.length > MOST_TOKENS || change.after.length > MOST_TOKENS ? undefined : withHoles(change)
}

/** Names on both sides that the program may call otherwise; a name with a dot before it or a bracket behind it means itself. */
function withHoles({ before, after }: Change): Change {
  const holes = new Map<string, string>()
  const isOwn = (list: string[], at: number) =>
    NAME.test(list[at] ?? '') &&
    !KEYWORDS.has(list[at] ?? '') &&
    list[at - 1] !== '.' &&
    list[at + 1] !== '(' &&
    list[at + 1] !== '.'
  const own = new Set(before.filter((_, at) => isOwn(before, at)))
  for (const name of after) if (own.has(name) && !holes.has(name)) holes.set(name, `$${holes.size + 1}`)
  const fill = (list: string[]) => list.map((token) => holes.get(token) ?? token)
  return { before: fill(before), after: fill(after) }
}

const tokensOf = (code: string): string[] => code.match(TOKEN) ?? []

const KEYWORDS = new Set(
  (
    'and as assert async await break case catch class const continue def del do elif else except export extends False finally ' +
    'for from function global if import in instanceof is lambda let new None nonlocal not null of or pass raise return self ' +
    'static super switch this throw True true false try typeof undefined var void while with yield then fi done echo local'
  ).split(' '),
)
