import { z } from 'zod'
import { arrive } from '../page/go-to.ts'
import { browserAction, common } from './browser-action.ts'

const output = { status: z.int().nullable(), loaded: z.boolean() }

/** The moves through the pages of a tab: three actions that differ in one call. */
const move = (name: 'back' | 'forward' | 'reload', description: string) =>
  browserAction(`browser.${name}`, {
    description,
    input: z.strictObject(common),
    output,
    changes: true,
    usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
    async work(_, { tab, browser, timeoutMs, clock }) {
      const { page } = tab
      const options = { timeout: timeoutMs, waitUntil: 'domcontentloaded' } as const
      const ways = {
        back: () => page.goBack(options),
        forward: () => page.goForward(options),
        reload: () => page.reload(options),
      }
      const from = { url: page.url(), begun: clock() }
      return arrive({ page, audit: browser.audit, timeoutMs, clock }, from, ways[name])
    },
  })

export const back = move('back', 'Goes back to the page before.')
export const forward = move('forward', 'Goes forward again.')
export const reload = move('reload', 'Loads the page again.')
