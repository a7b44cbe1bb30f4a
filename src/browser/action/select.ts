import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { chooseOptions } from '../page/choose-options.ts'
import { browserAction, common } from './browser-action.ts'

const text = z.string().max(2000)
const shape = z
  .strictObject({
    value: z.string().optional(),
    label: z.string().optional(),
    index: z.int().min(0).optional(),
  })
  .refine((given) => Object.values(given).some((way) => way !== undefined), { message: 'needs value, label or index' })

export const select = browserAction('browser.select', {
  description: 'Chooses options of a list by their label, value or number.',
  input: z.strictObject({
    target: browserTarget,
    options: z
      .union([text, shape, z.array(text).max(200), z.array(shape).max(200)])
      .describe('A string is a label or a value; all of them strings, or none'),
    ...common,
  }),
  output: { chosen: z.array(z.string()).describe('Values that are chosen now') },
  changes: true,
  async work({ target, options }, { act }) {
    const all = [options].flat()
    const texts = all.filter((option) => typeof option === 'string')
    const wanted =
      texts.length > 0 ? texts : all.flatMap((option) => (typeof option === 'string' ? [] : [told(option)]))
    return { chosen: await act(target, (locator, timeout) => chooseOptions(locator, wanted, timeout)) }
  },
})

/** The driver takes no `undefined`. */
const told = ({ value, label, index }: z.infer<typeof shape>) => ({
  ...(value !== undefined && { value }),
  ...(label !== undefined && { label }),
  ...(index !== undefined && { index }),
})
