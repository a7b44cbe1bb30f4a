import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'
import { growTree } from './grow-tree.ts'
import type { Tree } from './tree.ts'

const PARSERS = {
  python,
  javascript: javascript.configure({ dialect: 'jsx' }),
  typescript: javascript.configure({ dialect: 'ts' }),
}

export type TreeLanguage = keyof typeof PARSERS

export const hasTree = (language: string): language is TreeLanguage => language in PARSERS

/** Guard and analysis ask for the same program one after the other; large trees are not held for that. */
const MOST_HELD = 50_000
let held: { language: TreeLanguage; source: string; tree: Tree } | undefined

/**
 * A tree of any source, right or broken. It never throws for a source, but a hostile one can take long:
 * call it in a thread that can be ended.
 */
export function parseTree(language: TreeLanguage, source: string): Tree {
  if (held?.language === language && held.source === source) return held.tree
  const tree = growTree(PARSERS[language], source)
  held = source.length > MOST_HELD ? undefined : { language, source, tree }
  return tree
}
