import { MOVED_AWAY } from '../page/held-still.ts'
import { inPage } from '../page/in-page.ts'
import type { Located } from '../page/locate.ts'

export type Failure =
  | { kind: 'absent' }
  | { kind: 'ambiguous'; count: number; matches: string[] }
  | { kind: 'covered' | 'hidden' | 'disabled' | 'late' | 'other'; reason: string }

const MOST_MATCHES = 5

/** Why an action on an element did not work: by what is there now, and by what the driver said. */
export async function failureOf(thrown: unknown, { locator, frame }: Located): Promise<Failure> {
  const count = await locator.count().catch(() => 0)
  if (count === 0) return { kind: 'absent' }
  const message = String(thrown)
  if (count > 1 && message.includes('strict mode violation')) {
    const matches: string[] = []
    await inPage(frame, 'ref', {}).catch(() => undefined)
    for (const each of (await locator.all().catch(() => [])).slice(0, MOST_MATCHES))
      matches.push(await each.evaluate(DESCRIBED).catch(() => ''))
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

const DESCRIBED = (element: { tagName: string; textContent: string | null }): string => {
  const page = (globalThis as unknown as Record<symbol, { refOf?(of: unknown): string }>)[Symbol.for('anneal.page')]
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
  return `${element.tagName.toLowerCase()} ${JSON.stringify(text)} [${page?.refOf?.(element) ?? '?'}]`
}
