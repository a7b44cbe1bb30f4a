import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { within } from '../page/within.ts'
import { browserAction, common } from './browser-action.ts'

/** A key takes so long on a busy host. */
const KEY_MS = 20

export const type = browserAction('browser.type', {
  description: 'Types text key by key, into an element or where the focus is.',
  input: z.strictObject({
    text: z.string().max(10_000),
    target: browserTarget.optional().describe('Where; the focus unless it is told'),
    delayMs: z.int().min(0).max(1000).default(0).describe('Between two keys'),
    submit: z.boolean().default(false).describe('Whether Enter is pressed in the end'),
    ...common,
  }),
  output: {},
  changes: true,
  async work({ text, target, delayMs, submit }, { act, tab, timeoutMs, signal }) {
    // Only the focus is tried again: keys that were pressed are not pressed once more.
    if (target !== undefined) await act(target, (locator, timeout) => locator.focus({ timeout }))
    const typing = async () => {
      await tab.page.keyboard.type(text, { delay: delayMs })
      if (submit) await tab.page.keyboard.press('Enter')
    }
    // Keys go on for as long as the text is long.
    const most = timeoutMs + text.length * (delayMs + KEY_MS)
    await within(typing(), { what: 'The typing', timeoutMs: most, signal })
    return {}
  },
})
