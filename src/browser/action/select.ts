import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

const one = z.union([
  z.string().max(2000),
  z.strictObject({
    value: z.string().optional(),
    label: z.string().optional(),
    index: z.int().min(0).optional(),
  }),
])

export const select = browserAction('browser.select', {
  description: 'Chooses options of a list by their label, value or number.',
  input: z.strictObject({
    target: browserTarget,
    options: z.union([one, z.array(one).max(200)]).describe('A string is a label or a value'),
    ...common,
  }),
  output: { chosen: z.array(z.string()).describe('Values that are chosen now') },
  changes: true,
  async work({ target, options }, { act }) {
    const wanted = [options].flat().map((option) => {
      if (typeof option === 'string') return option
      const { value, label, index } = option
      return {
        ...(value !== undefined && { value }),
        ...(label !== undefined && { label }),
        ...(index !== undefined && { index }),
      }
    })
    const texts = wanted.filter((option) => typeof option === 'string')
    const chosen = await act(target, (locator, timeout) =>
      texts.length === wanted.length
        ? locator.selectOption(texts, { timeout })
        : locator.selectOption(
            wanted.filter((option) => typeof option !== 'string'),
            { timeout },
          ),
    )
    return { chosen }
  },
})
