import type { ElementHandle } from 'playwright-core'
import { z } from 'zod'
import type { Work } from '../action/browser-action.ts'
import { inPage, refOf } from '../page/in-page.ts'
import { locate } from '../page/locate.ts'
import { within } from '../page/within.ts'
import { fitTree } from '../snapshot/render.ts'
import { prefixOf, takeTree } from '../snapshot/take-tree.ts'

export const extractKind = z.enum(['text', 'markdown', 'links', 'tables', 'metadata', 'snapshot'])
type ExtractKind = z.infer<typeof extractKind>

export const extractInput = {
  extract: z
    .array(extractKind)
    .max(6)
    .optional()
    .describe('What to read of the page: text, markdown, links, tables, metadata, snapshot'),
  most: z.int().min(100).max(1_000_000).default(20_000).describe('Most characters of text and Markdown'),
}

export const extractOutput = {
  text: z.string().optional(),
  markdown: z.string().optional(),
  isCut: z.boolean().optional().describe('Whether text or Markdown is longer than "most"'),
  links: z.array(z.object({ text: z.string(), url: z.string() })).optional(),
  tables: z.array(z.object({ caption: z.string(), rows: z.array(z.array(z.string())) })).optional(),
  metadata: z
    .object({
      title: z.string(),
      language: z.string(),
      canonical: z.string().optional(),
      meta: z.record(z.string(), z.string()),
    })
    .optional(),
  snapshot: z.string().optional(),
}
type Extracted = z.infer<z.ZodObject<typeof extractOutput>>

/** Reads the page, or one element of it, in these ways. */
export async function extractAll(
  work: Work,
  { kinds, most, ref }: { kinds: ExtractKind[]; most: number; ref?: string | undefined },
): Promise<Extracted> {
  const found: Extracted = {}
  for (const kind of new Set(kinds)) Object.assign(found, await extractOne(work, { kind, most, ref }))
  return found
}

interface Asked {
  kind: ExtractKind
  most: number
  ref: string | undefined
}

async function extractOne(work: Work, { kind, most, ref }: Asked): Promise<Extracted> {
  const { tab, timeoutMs, signal, config } = work
  const { memory } = tab
  if (kind === 'snapshot') {
    const tree = await takeTree(tab.page, { memory, timeoutMs, signal, ref })
    return { snapshot: fitTree(tree.nodes, { tokens: config.browserSnapshotTokens, more: tree.more }).text }
  }
  const { frame } = locate(tab.page, memory, ref ?? 'body')
  const inner = ref?.replace(/^f\d+/, '')
  const given = { as: kind, most, references: memory.references, ref: inner }
  const waiting = { what: 'A look at the page', timeoutMs, signal }
  const { result } = await within(inPage<Extracted>(frame, 'extract', given), waiting)
  if (kind !== 'markdown') return result
  const { text, ...rest } = result
  return { ...rest, ...(text !== undefined && { markdown: text }) }
}

/** The reference of an element, found as any target is. */
export async function refOfTarget(work: Work, target: Parameters<Work['act']>[0]): Promise<string> {
  const { memory, page } = work.tab
  return work.act(target, async (locator, timeout) => {
    const element = (await locator.elementHandle({ timeout })) as ElementHandle
    const owner = (await element.ownerFrame()) ?? page.mainFrame()
    await inPage(owner, 'document', { references: memory.references })
    return `${prefixOf(memory, page, owner)}${await refOf(element, memory.references)}`
  })
}
