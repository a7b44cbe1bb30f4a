import { z } from 'zod'
import { type BrowserTarget, browserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { untilIdle } from '../page/traffic.ts'
import { within } from '../page/within.ts'
import { refuseNoSelector } from '../repair/act.ts'
import { namesOf, nearTo } from '../repair/look-near.ts'
import { locateStill } from '../repair/refuse-gone.ts'
import { browserAction, common, type Work } from './browser-action.ts'

const WAYS = ['target', 'text', 'url', 'idle', 'ms'] as const

export const wait = browserAction('browser.wait', {
  description: 'Waits for an element, a text, an address, or until the page asks for nothing more.',
  input: z
    .strictObject({
      target: browserTarget.optional(),
      state: z
        .enum(['visible', 'attached', 'hidden', 'detached'])
        .default('visible')
        .describe('Of the target or the text'),
      text: z.string().min(1).max(2000).optional(),
      url: z.string().min(1).max(2000).optional().describe('A part of the address'),
      idle: z.literal(true).optional().describe('No request for half a second'),
      ms: z.int().min(1).max(60_000).optional(),
      ...common,
    })
    .refine((given) => WAYS.filter((way) => given[way] !== undefined).length === 1, {
      message: `needs exactly one of ${WAYS.join(', ')}`,
    }),
  output: { waitedMs: z.number() },
  changes: false,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ target, state, text, url, idle, ms }, work) {
    const { tab, timeoutMs, signal, clock } = work
    const { page, traffic } = tab
    const begun = clock()
    const asked = target ?? (text === undefined ? undefined : { text })
    if (asked !== undefined) {
      await waitForElement(work, asked, state)
      return { waitedMs: clock() - begun }
    }
    const what = `The wait for ${url === undefined ? 'an idle page' : `an address with ${JSON.stringify(url)}`}`
    const waiting = async (): Promise<unknown> => {
      if (url !== undefined)
        return page.waitForURL((now) => now.href.includes(url), { timeout: timeoutMs, waitUntil: 'commit' })
      if (idle) return untilIdle(traffic, { timeoutMs, signal })
      return page.waitForTimeout(ms ?? 0)
    }
    await within(waiting(), { what, timeoutMs: timeoutMs + 1000, signal }).catch((error) => {
      if (/Timeout/.test(String(error))) throw new EngineError('BROWSER_TIMEOUT', { what, timeoutMs, nearest: '' })
      throw error
    })
    return { waitedMs: clock() - begun }
  },
})

type State = 'visible' | 'attached' | 'hidden' | 'detached'

/** A reference whose page is gone is hidden and detached already, and never comes back. */
async function waitForElement(work: Work, asked: BrowserTarget, state: State): Promise<void> {
  const { browser, tab, timeoutMs, signal } = work
  const place = { browser, tab, signal }
  const isAbsence = state === 'hidden' || state === 'detached'
  const located = await locateStill(place, asked).catch((error) => {
    if (isAbsence && error instanceof EngineError && error.code === 'REFERENCE_GONE') return undefined
    throw error
  })
  if (!located) return
  const what = `The wait for ${located.words} to be ${state}`
  const waiting = located.locator.first().waitFor({ state, timeout: timeoutMs })
  await within(waiting, { what, timeoutMs: timeoutMs + 1000, signal }).catch(async (error) => {
    refuseNoSelector(error)
    if (!/Timeout/.test(String(error))) throw error
    const nearest = isAbsence ? '' : namesOf(await nearTo(place, located))
    throw new EngineError('BROWSER_TIMEOUT', { what, timeoutMs, nearest })
  })
}
