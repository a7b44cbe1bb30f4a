import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { locate } from '../page/locate.ts'
import { untilIdle } from '../page/traffic.ts'
import { within } from '../page/within.ts'
import { browserAction, common } from './browser-action.ts'

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
  async work({ target, state, text, url, idle, ms }, { tab, memory, timeoutMs, signal, clock }) {
    const { page, traffic } = tab
    const begun = clock()
    const asked = target ?? (text === undefined ? undefined : { text })
    const what = asked === undefined ? (url ?? 'An idle page') : `${state} of ${locate(page, memory, asked).words}`
    const waiting = async (): Promise<unknown> => {
      if (asked !== undefined) return locate(page, memory, asked).locator.first().waitFor({ state, timeout: timeoutMs })
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
