import type { Frame } from 'playwright-core'
import { inPage } from '../page/in-page.ts'
import type { Located } from '../page/locate.ts'
import { within } from '../page/within.ts'
import { prefixOf } from '../snapshot/take-tree.ts'
import type { ActPlace } from './act-place.ts'
import { type Candidate, describe, type Near, nearestOf } from './nearest.ts'

const LOOK_MS = 3000
const MOST_CANDIDATES = 400
const MOST_NEAREST = 5
const MOST_FRAMES = 20

type Place = Pick<ActPlace, 'tab' | 'signal'>

/** Elements that may be meant, the nearest first: of the frame that was told, or of the page with all of its frames. */
export async function nearTo(place: Place, located: Located): Promise<Near[]> {
  const { page, memory } = place.tab
  const { ref, frame: told } = located.shape
  const inner = told === undefined ? undefined : await frameBy(place, told)
  const frames = inner ? [inner] : [located.frame, ...page.frames().filter((frame) => frame !== located.frame)]
  const all: Candidate[] = []
  // One after the other: each begins with the number that the last one ended with.
  for (const frame of frames.slice(0, MOST_FRAMES)) all.push(...(await candidatesIn(place, located, frame)))
  const isFrameMissing = told !== undefined && !inner
  const wanted = isFrameMissing ? all.filter(({ role }) => role === 'iframe') : all
  const shape = isFrameMissing ? { css: told } : located.shape
  return nearestOf({ shape }, ref === undefined ? undefined : memory.known.get(ref), wanted)
}

/** Those of them that an error names: any that are like it, else the first things of the page. */
export function namesOf(near: Near[]): string {
  const like = near.filter(({ score }) => score > 0)
  return (like.length > 0 ? like : near)
    .slice(0, MOST_NEAREST)
    .map(({ candidate }) => describe(candidate))
    .join('; ')
}

/** The frame that a selector names, if it is there. */
export async function frameBy({ tab, signal }: Place, selector: string): Promise<Frame | undefined> {
  const looking = async (): Promise<Frame | undefined> => {
    const element = await tab.page
      .locator(selector)
      .first()
      .elementHandle({ timeout: LOOK_MS / 3 })
    return (await element?.contentFrame()) ?? undefined
  }
  return within(looking(), { what: 'A look for a frame', timeoutMs: LOOK_MS, signal }).catch(() => undefined)
}

async function candidatesIn({ tab, signal }: Place, { shape }: Located, frame: Frame): Promise<Candidate[]> {
  const { memory, page } = tab
  const given = { most: MOST_CANDIDATES, named: shape.css !== undefined, references: memory.references }
  const waiting = { what: 'A look at the page', timeoutMs: LOOK_MS, signal }
  const found = await within(inPage<Candidate[]>(frame, 'candidates', given), waiting).catch(() => undefined)
  if (!found) return []
  const prefix = prefixOf(memory, page, frame)
  return found.result.map((candidate) => {
    const ref = `${prefix}${candidate.ref}`
    // The error names it, so that an action may take it.
    memory.known.set(ref, { role: candidate.role, name: candidate.name, document: found.document })
    return { ...candidate, ref }
  })
}
