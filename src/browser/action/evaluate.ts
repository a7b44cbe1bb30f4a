import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { within } from '../page/within.ts'
import { plainReason } from '../repair/failure-of.ts'
import { browserAction, common } from './browser-action.ts'

const MOST_CHARACTERS = 1_000_000

export const evaluate = browserAction('browser.evaluate', {
  description: 'Runs JavaScript in the page: an expression, or a function that gets "argument"; the result is JSON.',
  input: z.strictObject({
    script: z.string().min(1).max(1_000_000),
    argument: z.unknown().optional().describe('Anything that JSON can say'),
    target: browserTarget.optional().describe('A function then gets this element first'),
    ...common,
  }),
  output: { value: z.unknown().describe('As JSON can say it'), isCut: z.boolean().optional() },
  changes: true,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ script, argument, target }, { tab, act, timeoutMs, signal }) {
    const call = `async (...given) => { const made = (${script}\n); const value = typeof made === 'function' ? await made(...given) : await made; const text = JSON.stringify(value); return text === undefined ? 'null' : text.slice(0, ${MOST_CHARACTERS + 1}) }`
    // Only the element is looked for again: a script that ran is not run once more.
    const element = target && (await act(target, (locator, timeout) => locator.elementHandle({ timeout })))
    const run = async (): Promise<string> => {
      if (!element) return tab.page.evaluate<string>(`(${call})(${JSON.stringify(argument ?? null)})`)
      const owner = (await element.ownerFrame()) ?? tab.page.mainFrame()
      const made = await owner.evaluateHandle(`(${call})`)
      return owner.evaluate(CALL, { element, argument: argument ?? null, made })
    }
    const text = await within(run(), { what: 'The script', timeoutMs, signal }).catch((error) => {
      // The end of a page or a browser is no fault of the script.
      if (error instanceof EngineError || /has been closed|Target closed|crashed|disconnected/.test(String(error)))
        throw error
      throw new EngineError('SCRIPT_FAILED', { reason: plainReason(String(error?.message ?? error)) })
    })
    if (text.length > MOST_CHARACTERS) return { value: text.slice(0, MOST_CHARACTERS).toWellFormed(), isCut: true }
    return { value: JSON.parse(text) }
  },
})

const CALL = ({ element, argument, made }: { element: unknown; argument: unknown; made: unknown }): Promise<string> =>
  (made as (element: unknown, argument: unknown) => Promise<string>)(element, argument)
