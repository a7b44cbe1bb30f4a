import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'
import { growTree } from './grow-tree.ts'
import { ERROR_NODE, type Tree, walk } from './tree.ts'

const PARSERS = {
  python,
  javascript: javascript.configure({ dialect: 'jsx' }),
  typescript: javascript.configure({ dialect: 'ts' }),
}
const TYPESCRIPT_WITH_ELEMENTS = javascript.configure({ dialect: 'ts jsx' })

export type TreeLanguage = keyof typeof PARSERS

export const hasTree = (language: string): language is TreeLanguage => language in PARSERS

/** Guard and analysis parse the same program one after the other; large trees are not cached for that. */
const MOST_HELD = 50_000
let held: { language: TreeLanguage; source: string; tree: Tree } | undefined

/**
 * A tree of any source, right or broken. It never throws for a source, but a hostile one can take long:
 * call it in a thread that can be ended.
 */
export function parseTree(language: TreeLanguage, source: string): Tree {
  if (held?.language === language && held.source === source) return held.tree
  const tree = language === 'typescript' ? typescriptTree(source) : growTree(PARSERS[language], source)
  held = source.length > MOST_HELD ? undefined : { language, source, tree }
  return tree
}

/** `<T>value` is a cast without JSX, and an element with JSX: the reading with fewer errors wins. */
function typescriptTree(source: string): Tree {
  const tree = growTree(PARSERS.typescript, source)
  if (!/<\/[\w>]|\/>/.test(tree.source)) return tree
  const other = growTree(TYPESCRIPT_WITH_ELEMENTS, source)
  return errorsIn(other) <= errorsIn(tree) ? other : tree
}

function errorsIn({ root }: Tree): number {
  let count = 0
  for (const { type } of walk(root)) if (type === ERROR_NODE) count += 1
  return count
}
