import { z } from 'zod'

/**
 * `nested`: Chromium's own sandbox holds inside of ours, and keeps pages apart too. `wall`: only our sandbox holds; pages of the one
 * user of this browser are not kept apart from each other by the kernel.
 */
export const browserIsolation = z.enum(['nested', 'wall'])
export type BrowserIsolation = z.infer<typeof browserIsolation>

export const browserEnd = z.enum(['asked', 'idle', 'session', 'crashed', 'stopping', 'done'])
export type BrowserEnd = z.infer<typeof browserEnd>

/** Why an action did not work on a page: its element is gone, or has another name, or something lies over it, or it came late. */
export const repairKind = z.enum(['gone', 'renamed', 'covered', 'not-yet'])
export type RepairKind = z.infer<typeof repairKind>

const text = (help: string) => z.string().min(1).max(2000).describe(help)

const elementShape = {
  ref: z
    .string()
    .regex(/^(f\d+)?e\d+$/, 'must be a reference of a snapshot, such as e12')
    .describe('As a snapshot named it')
    .optional(),
  css: text('A CSS selector; it looks into open shadow roots').optional(),
  text: text('Text that the element shows').optional(),
  role: text('Its role: button, link, textbox, checkbox …').optional(),
  name: text('Its accessible name, with role').optional(),
  label: text('The label of a field').optional(),
  placeholder: text('The placeholder of a field').optional(),
  exact: z.boolean().optional().describe('Whether text and names must fit as a whole, with case'),
  nth: z.int().min(0).max(100_000).optional().describe('Of several that fit, this one; counted from 0'),
  frame: text('A CSS selector of the frame that it is in').optional(),
}

const WAYS = ['ref', 'css', 'text', 'role', 'label', 'placeholder'] as const

/** An element of a page. A plain string is a reference of a snapshot, `text=…`, `role=button[name="Go"]`, or a CSS selector. */
export const browserTarget = z
  .union([
    z.string().min(1).max(4000),
    z.strictObject(elementShape).refine((given) => WAYS.filter((way) => given[way] !== undefined).length === 1, {
      message: `needs exactly one of ${WAYS.join(', ')}`,
    }),
  ])
  .describe(
    'An element: a reference of a snapshot (e12), text=…, role=button[name="Go"], or a CSS selector; or an object',
  )
export type BrowserTarget = z.infer<typeof browserTarget>

export const browserTab = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  active: z.boolean(),
})
export type BrowserTab = z.infer<typeof browserTab>

/** The state of a browser as its owner sees it. */
export const browserInfo = z
  .object({
    open: z.boolean(),
    isolation: browserIsolation.nullable(),
    version: z.string().nullable(),
    openedAt: z.number().nullable(),
    tabs: z.array(browserTab),
    saved: z
      .object({
        cookies: z.int(),
        origins: z.int(),
        url: z.string().nullable(),
        tabs: z.array(browserTab).describe('They come back with the next browser, and are loaded when they are used'),
        at: z.number(),
      })
      .nullable()
      .describe('What is kept for the next browser of this session'),
  })
  .meta({ id: 'BrowserInfo' })
export type BrowserInfo = z.infer<typeof browserInfo>

export const browserList = z
  .object({
    browsers: z
      .array(browserInfo.omit({ open: true, saved: true }).extend({ sessionId: z.string() }))
      .describe('The newest first'),
  })
  .meta({ id: 'BrowserList' })
export type BrowserList = z.infer<typeof browserList>

/** One picture of the live view. */
export const browserFrame = z
  .object({
    tab: z.string(),
    url: z.string(),
    at: z.number(),
    mime: z.literal('image/jpeg'),
    data: z.string().describe('Base64'),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'BrowserFrame' })
export type BrowserFrame = z.infer<typeof browserFrame>
