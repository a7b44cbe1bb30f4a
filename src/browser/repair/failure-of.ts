import type { ElementHandle } from 'playwright-core'
import { MOVED_AWAY, PAGE_LEFT } from '../page/held-still.ts'
import { inPage, refOf } from '../page/in-page.ts'
import type { Located } from '../page/locate.ts'
import { prefixOf } from '../snapshot/take-tree.ts'
import type { ActPlace } from './act-place.ts'

export type Failure =
  | { kind: 'absent' }
  | { kind: 'ambiguous'; count: number; matches: string[] }
  | { kind: 'covered' | 'hidden' | 'disabled' | 'late' | 'other'; reason: string }

const MOST_MATCHES = 5

/** Why an action on an element did not work: by what is there now, and by what the driver said. */
export async function failureOf(thrown: unknown, { locator }: Located, place: Pick<ActPlace, 'tab'>): Promise<Failure> {
  const message = String(thrown)
  if (message.includes(PAGE_LEFT)) return { kind: 'other', reason: PAGE_LEFT }
  const count = await locator.count().catch(() => 0)
  if (count === 0) return { kind: 'absent' }
  if (count > 1 && message.includes('strict mode violation')) {
    const matches: string[] = []
    for (const each of (await locator.elementHandles().catch(() => [])).slice(0, MOST_MATCHES))
      matches.push(await described(each as ElementHandle, place).catch(() => ''))
    return { kind: 'ambiguous', count, matches: matches.filter(Boolean) }
  }
  const [, over] = /(<[^\n]*?>)[^\n]*intercepts pointer events/.exec(message) ?? []
  if (over !== undefined) return { kind: 'covered', reason: `${over.slice(0, 100)} lies over it` }
  if (message.includes(MOVED_AWAY)) return { kind: 'late', reason: 'it moved away under the pointer' }
  if (/not visible|is hidden|outside of the viewport|unstable|not stable/.test(message))
    return { kind: 'hidden', reason: 'it is not visible' }
  if (/not enabled|is disabled|not editable/.test(message)) return { kind: 'disabled', reason: 'it is disabled' }
  // It is there and nothing is said against it: a busy host, or a page that never rests.
  if (/Timeout [\d.]+ms exceeded/.test(message)) return { kind: 'late', reason: 'it did not come to rest in time' }
  return { kind: 'other', reason: plainReason(message) }
}

/** The driver's own words, without its log. */
export function plainReason(message: string): string {
  const [line = ''] = message
    .replace(/^(?:\w*Error: )?(?:[a-z]+\.[a-zA-Z]+: )?(?:Error: )?/, '')
    .split('\n')
    .filter((each) => each.trim() !== '')
  return line.slice(0, 300).toWellFormed()
}

/** One of several elements, with a reference that actions take. */
async function described(element: ElementHandle, { tab: { page, memory } }: Pick<ActPlace, 'tab'>): Promise<string> {
  const owner = (await element.ownerFrame()) ?? page.mainFrame()
  const { document } = await inPage(owner, 'document', { references: memory.references })
  const ref = `${prefixOf(memory, page, owner)}${await refOf(element, memory.references)}`
  const [role, name] = await element.evaluate(SHOWN)
  memory.known.set(ref, { role, name, document })
  return `${role} ${JSON.stringify(name)} [${ref}]`
}

const SHOWN = (element: unknown): [string, string] => {
  const { tagName, textContent } = element as { tagName: string; textContent: string | null }
  return [tagName.toLowerCase(), (textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60).toWellFormed()]
}
