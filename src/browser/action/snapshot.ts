import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { refOfTarget } from '../extract/extract.ts'
import { changesSince } from '../snapshot/changes.ts'
import { countTokens } from '../snapshot/count-tokens.ts'
import { allLines, type Fitted, fitTree, textOf } from '../snapshot/render.ts'
import { searchTree } from '../snapshot/search-tree.ts'
import { takeTree } from '../snapshot/take-tree.ts'
import { browserAction, common } from './browser-action.ts'

const FILE_NODES = 50_000

export const snapshot = browserAction('browser.snapshot', {
  description:
    'Shows the page as a short tree of roles, names and references (e12) that other actions take; never more than "tokens".',
  input: z.strictObject({
    tokens: z.int().min(100).max(100_000).optional().describe('Most tokens; 4,000 unless the server says otherwise'),
    target: browserTarget.optional().describe('Only this part of the page'),
    find: z.string().min(1).max(500).optional().describe('Only what has these words, and what is above it'),
    changes: z.boolean().default(false).describe('Only what is different since the last snapshot of this tab'),
    path: z.string().min(1).max(4096).optional().describe('Writes the whole tree to this file of the session instead'),
    ...common,
  }),
  output: {
    snapshot: z.string(),
    tokens: z.int().describe('Upper estimate'),
    isCut: z.boolean().describe('Whether parts of the page are left out'),
    found: z.int().optional().describe('Matches of "find"'),
    path: z.string().optional(),
  },
  changes: false,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ tokens: asked, target, find, changes, path }, work) {
    const { tab, config, timeoutMs, signal } = work
    const { memory } = tab
    const tokens = Math.min(asked ?? config.browserSnapshotTokens, 100_000)
    const ref = target === undefined ? undefined : await refOfTarget(work, target)
    const nodes = path === undefined ? {} : { nodes: FILE_NODES }
    const tree = await takeTree(tab.page, { memory, timeoutMs, signal, ref, ...nodes })
    const lines = allLines(tree.nodes, tree.more)
    const before = memory.lines
    if (ref === undefined) memory.lines = new Map(lines.map(({ key, text }) => [key, text]))
    if (path !== undefined) {
      const whole = textOf(lines)
      await work.files().write(path, Buffer.from(whole))
      return { snapshot: '', tokens: countTokens(whole), isCut: tree.isCut, path }
    }
    if (changes && before) return told(changesSince(before, lines, tokens))
    if (find === undefined) return told(fitTree(tree.nodes, { tokens, more: tree.more }), tree.isCut)
    const { nodes: kept, found } = searchTree(tree.nodes, find)
    if (found === 0)
      return {
        ...told(
          fitTree([], {
            tokens,
            empty: `Nothing here has the words ${JSON.stringify(find.slice(0, 60).toWellFormed())}.`,
          }),
        ),
        found,
      }
    return { ...told(fitTree(kept, { tokens })), found }
  },
})

const told = ({ text, tokens, isCut }: Fitted, isTreeCut = false) => ({
  snapshot: text,
  tokens,
  isCut: isCut || isTreeCut,
})
