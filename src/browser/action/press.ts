import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { within } from '../page/within.ts'
import { browserAction, common } from './browser-action.ts'

const KNOWN =
  'Enter, Tab, Escape, Backspace, Delete, Home, End, PageDown, ArrowLeft, F1, a, or with Control+, Shift+, Alt+ or Meta+'

function refuseUnknown(error: unknown): never {
  const [, key] = /Unknown key: "(.*)"/.exec(String(error)) ?? []
  if (key === undefined) throw error
  throw new EngineError('INVALID_REQUEST', {
    problems: [`body.input.key: there is no key "${key}"; keys are ${KNOWN}`],
  })
}

/** A key takes so long on a busy host. */
const KEY_MS = 20

export const press = browserAction('browser.press', {
  description: 'Presses a key or keys together: Enter, Escape, ArrowDown, Control+A.',
  input: z.strictObject({
    key: z.string().min(1).max(100),
    target: browserTarget.optional().describe('Where; the focus unless it is told'),
    times: z.int().min(1).max(200).default(1),
    ...common,
  }),
  output: {},
  changes: true,
  async work({ key, target, times }, { act, tab, timeoutMs, signal }) {
    if (target !== undefined) await act(target, (locator, timeout) => locator.focus({ timeout }))
    const pressing = async () => {
      for (let time = 0; time < times; time++) await tab.page.keyboard.press(key).catch(refuseUnknown)
    }
    await within(pressing(), { what: 'The press of the keys', timeoutMs: timeoutMs + times * KEY_MS, signal })
    return {}
  },
})
