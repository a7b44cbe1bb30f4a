import { nearNames, plainName, type Spelling } from './near-names.ts'

/** The one of our names (fields, languages, settings) that was probably meant by another; a path is known by its last part. */
export const meantName = (written: string, names: Iterable<string>): string | undefined =>
  nearNames(written, names, WRITTEN)[0]?.name

const lastPart = (path: string): string => path.split('.').at(-1) ?? path
const plainLast = (path: string): string => plainName(lastPart(path))
/** Of two fields that are equally alike, the one that is less deep is meant. */
const depthOf = (path: string): number => path.split('.').length / 10

const SHORTEST_START = 3
const LETTERS_PER_SLIP = 4
const shorterOf = (...names: string[]): number => Math.min(...names.map((name) => plainLast(name).length))

/** Another spelling of a name is nearest, then a start of it or of the written name, then slips. */
const WRITTEN: Spelling = {
  plain: plainLast,
  sameWords: (written, name) => {
    const [one, other] = [plainLast(written), plainLast(name)]
    if (one === other) return depthOf(name)
    const isStart = one.startsWith(other) || other.startsWith(one)
    return isStart && shorterOf(written, name) >= SHORTEST_START ? 1 + depthOf(name) : undefined
  },
  extra: (_, name) => 1 + depthOf(name),
  most: (written, name) => 1 + depthOf(name) + Math.max(1, Math.floor(shorterOf(written, name) / LETTERS_PER_SLIP)),
}
