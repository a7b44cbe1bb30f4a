import type { Locator } from 'playwright-core'
import { z } from 'zod'
import { type BrowserTarget, browserTarget } from '../../contract/browser.ts'
import { chooseOptions } from '../page/choose-options.ts'
import { browserAction, common } from './browser-action.ts'

const value = z.union([z.string().max(100_000), z.boolean(), z.array(z.string().max(1000)).max(100)])
type Value = z.infer<typeof value>

const field = z.strictObject({ target: browserTarget, value })

const input = z
  .strictObject({
    target: browserTarget.optional(),
    value: value.optional().describe('Text; true or false for a checkbox; the option, or options, of a list'),
    fields: z
      .union([z.array(field).max(200), z.record(z.string().min(1), value)])
      .optional()
      .describe('Many at once: a list, or values by the label, name or selector of their field'),
    submit: z.boolean().default(false).describe('Whether Enter is pressed in the last field'),
    ...common,
  })
  .refine(
    ({ target, value: given, fields }) => (target !== undefined && given !== undefined) !== (fields !== undefined),
    {
      message: 'needs "target" with "value", or "fields"',
    },
  )

/** A form: each field by its own kind. */
export const fill = browserAction('browser.fill', {
  description: 'Fills fields of a form: text, checkboxes, radio buttons and lists; one, or many at once.',
  input,
  output: { filled: z.int().describe('Number of fields') },
  changes: true,
  async work({ target, value: given, fields, submit }, { act, tab }) {
    const all: { target: BrowserTarget; value: Value }[] =
      target !== undefined && given !== undefined ? [{ target, value: given }] : listOf(fields ?? [])
    for (const each of all)
      await act(each.target, (locator, timeout) => fillOne(locator, { value: each.value, timeout }))
    if (submit) await tab.page.keyboard.press('Enter')
    return { filled: all.length }
  },
})

const SELECTOR = /^[#.[]|^(?:f\d+)?e\d+$|^(?:text|role|label|placeholder)=/

function listOf(fields: { target: BrowserTarget; value: Value }[] | Record<string, Value>) {
  if (Array.isArray(fields)) return fields
  return Object.entries(fields).map(([key, given]) => ({
    target: SELECTOR.test(key) ? key : ({ label: key } as const),
    value: given,
  }))
}

async function fillOne(locator: Locator, { value: given, timeout }: { value: Value; timeout: number }): Promise<void> {
  const kind = await locator.evaluate(KIND, undefined, { timeout })
  if (kind === 'select') {
    const wanted = [given].flat().map(String)
    const labels = wanted.map((label) => ({ label }))
    const byLabel = locator.selectOption(labels, { timeout: timeout / 2 })
    await byLabel.catch(() => chooseOptions(locator, wanted, timeout / 2))
  } else if (kind === 'checkbox' || kind === 'radio') await locator.setChecked(asChecked(given, kind), { timeout })
  else {
    await locator.fill(String(given), { timeout })
    const form = FORMS[kind]
    if (form !== undefined && given !== '' && (await locator.inputValue({ timeout })) === '')
      throw new Error(`it takes a ${kind} written as ${form}`)
  }
}

/** Fields that drop what they cannot read, and the spelling that they can. */
const FORMS: Record<string, string> = {
  date: '2031-12-24',
  time: '23:59',
  month: '2031-12',
  week: '2031-W52',
  'datetime-local': '2031-12-24T23:59',
}

function asChecked(given: Value, kind: string): boolean {
  const word = String(given).toLowerCase()
  if (/^(?:true|on|yes|1)$/.test(word)) return true
  if (/^(?:false|off|no|0|)$/.test(word)) return false
  throw new Error(`it is a ${kind}: give true or false`)
}

const KIND = (element: { tagName: string; type?: string }): string =>
  element.tagName === 'SELECT' ? 'select' : element.tagName === 'INPUT' ? (element.type ?? '') : 'text'
