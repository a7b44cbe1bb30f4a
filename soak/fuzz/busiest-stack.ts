import type { Profiler } from 'node:inspector'

const MOST_FRAMES = 16
const MOST_LEAVES = 6
const GOOD_PART = 0.3

/**
 * The place of most samples in a part of a profile: the innermost function that a good part of them has in common, then its
 * callers, and last the functions at work themselves.
 */
export function busiestStack(
  profile: Profiler.Profile,
  { fromMicros, toMicros }: { fromMicros: number; toMicros: number },
): string[] {
  const { nodes, samples = [], timeDeltas = [] } = profile
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  const upwards = (id: number): number[] => [id, ...(parents.has(id) ? upwards(parents.get(id) as number) : [])]
  const within = new Map<number, number>()
  const leaves = new Map<string, number>()
  let total = 0
  let atMicros = profile.startTime
  samples.forEach((id, n) => {
    atMicros += timeDeltas[n] ?? 0
    if (atMicros < fromMicros || atMicros > toMicros) return
    total++
    for (const each of upwards(id)) within.set(each, (within.get(each) ?? 0) + 1)
    const place = places.get(id) ?? ''
    leaves.set(place, (leaves.get(place) ?? 0) + 1)
  })
  const shown = (count = 0) => `${Math.round((100 * count) / total)}%`
  const heavy = [...within].filter(([, count]) => count >= total * GOOD_PART).map(([id]) => upwards(id))
  const longest = heavy.toSorted((one, other) => other.length - one.length)[0] ?? []
  const busy = [...leaves].toSorted(([, one], [, other]) => other - one).slice(0, MOST_LEAVES)
  return [
    ...longest.slice(0, MOST_FRAMES).map((id) => `${places.get(id)} ${shown(within.get(id))}`),
    `at work: ${busy.map(([place, count]) => `${place} ${shown(count)}`).join(', ')}`,
  ]
}

function placeOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  const place = url.replace(/^.*?\/(src|node_modules|soak)\//, '$1/')
  return `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`
}
