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

/**
 * A tree of any source, right or broken. It never throws for a source, but a hostile one can take long:
 * call it in a thread that can be ended.
 */
export const parseTree = (language: TreeLanguage, source: string): Tree => growTree(PARSERS[language], source)
