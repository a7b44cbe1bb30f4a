import { featuresOf } from '../../src/pipeline/detect/guess/model/features.ts'
import { createRandom, fragmentOf, type Sample } from './fragments.ts'

/** Fragments of one language that are looked at, spread over its repositories. */
const MOST_FRAGMENTS = 1_200
const LINES = 12
const LEAST_FRAGMENTS = 8
/** Words of one project say nothing about a language. */
const LEAST_REPOSITORIES = 3

/** The features that tell most about the language, by mutual information, and that several repositories have. */
export function chooseFeatures(byLabel: Map<string, Sample[]>, labels: string[], most: number): number[] {
  const fragments = labels.flatMap((label, index) =>
    spread(byLabel.get(label) ?? [], createRandom(index + 1)).map(({ repo, text }) => ({ index, repo, text })),
  )
  fragments.sort((a, b) => (a.repo < b.repo ? -1 : 1))
  // Most features occur once or twice: small counters tell which are worth a row of counts.
  const rough = new Uint8Array(1 << 24)
  const each = fragments.map(({ text }) => Int32Array.from(featuresOf(text).keys()))
  for (const features of each)
    for (const feature of features) {
      const at = slotOf(feature)
      if ((rough[at] as number) < 255) rough[at] = (rough[at] as number) + 1
    }
  const totals = new Float64Array(labels.length)
  const counts = new Map<number, { by: Uint16Array; repositories: number; last: string }>()
  fragments.forEach(({ index, repo }, fragment) => {
    totals[index] = (totals[index] as number) + 1
    for (const feature of each[fragment] ?? []) {
      if ((rough[slotOf(feature)] as number) < LEAST_FRAGMENTS) continue
      const own = counts.get(feature) ?? { by: new Uint16Array(labels.length), repositories: 0, last: '' }
      own.by[index] = (own.by[index] as number) + 1
      if (own.last !== repo) own.repositories += 1
      own.last = repo
      counts.set(feature, own)
    }
  })
  return [...counts]
    .filter(([, { repositories }]) => repositories >= LEAST_REPOSITORIES)
    .map(([feature, { by }]) => ({ feature, information: informationOf(by, totals) }))
    .toSorted((a, b) => b.information - a.information)
    .slice(0, most)
    .map(({ feature }) => feature)
    .toSorted((a, b) => a - b)
}

const slotOf = (feature: number): number => (feature ^ (feature >>> 24)) & 0xffffff

/** Mutual information of a feature's presence and the language, all languages being equally likely. */
function informationOf(by: Uint16Array, totals: Float64Array): number {
  const shares = Array.from(by, (count, label) => (count + 0.1) / ((totals[label] as number) + 1))
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const part = (share: number, all: number) => (share <= 0 ? 0 : share * Math.log(share / all))
  return shares.reduce((sum, share) => sum + part(share, mean) + part(1 - share, 1 - mean), 0) / shares.length
}

/** Fragments from every repository in turn. */
function spread(samples: Sample[], random: () => number): Sample[] {
  const repos = [...Map.groupBy(samples, ({ repo }) => repo).values()]
  const chosen: Sample[] = []
  for (let round = 0; chosen.length < MOST_FRAGMENTS && round < 4 * MOST_FRAGMENTS; round++) {
    const own = repos[round % repos.length] ?? []
    const sample = own[Math.floor(random() * own.length)]
    const text = sample && (fragmentOf(sample.text, LINES, random) ?? sample.text)
    if (sample && text !== undefined) chosen.push({ ...sample, text })
  }
  return chosen
}
