import { isHole, isOwnName, type KnownChange, MOST_CHANGE_TOKENS, placedTokens } from '../../contract/known-change.ts'

/** Tokens around the change that have to be there too; without them a change of one sign would fit everywhere. */
const CONTEXT = 3

/** The one place in which two programs differ, with a little of its surroundings; undefined when they differ in too much. */
export function changeOf(before: string, after: string): KnownChange | undefined {
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
  if (change.before.length > MOST_CHANGE_TOKENS || change.after.length > MOST_CHANGE_TOKENS) return undefined
  // A shell's own `$1` would be taken for a hole.
  return [...change.before, ...change.after].some(isHole) ? undefined : withHoles(change)
}

/** Names on both sides that the program may call otherwise; a name with a dot before it or a bracket behind it means itself. */
function withHoles({ before, after }: KnownChange): KnownChange {
  const holes = new Map<string, string>()
  const isOwn = (list: string[], at: number) =>
    isOwnName(list[at]) && list[at - 1] !== '.' && list[at + 1] !== '(' && list[at + 1] !== '.'
  const own = new Set(before.filter((_, at) => isOwn(before, at)))
  for (const name of after) if (own.has(name) && !holes.has(name)) holes.set(name, `$${holes.size + 1}`)
  const fill = (list: string[]) => list.map((token) => holes.get(token) ?? token)
  return { before: fill(before), after: fill(after) }
}

const tokensOf = (code: string): string[] => placedTokens(code).map(({ text }) => text)
