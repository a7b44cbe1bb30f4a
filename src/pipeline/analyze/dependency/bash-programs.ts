import type { ImportedModule } from '../../../contract/analysis.ts'
import { BUILTINS, DEBIAN_PACKAGES, KEYWORDS, USUAL_PROGRAMS } from '../../../language/bash/commands.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { firstMentions } from './first-mentions.ts'

/** Programs that a script starts and files that it sources, without its own functions and Bash's builtins. */
export function bashPrograms(tree: Tree, lineAt: (offset: number) => number): ImportedModule[] {
  const own = new Set<string>()
  const mentions: ImportedModule[] = []
  for (const node of walk(tree.root)) {
    if (node.type === 'Function') own.add(plainText(childOf(node, 'Name'), tree) ?? '')
    if (node.type !== 'Command') continue
    for (const mention of mentionsIn(node, tree)) mentions.push({ ...mention, line: lineAt(node.start) })
  }
  return firstMentions(mentions.filter(({ name }) => !own.has(name)))
}

const OWN = new Set([...BUILTINS, ...KEYWORDS])
const USUAL = new Set(USUAL_PROGRAMS)
const PREFIXES = new Set(['sudo', 'env', 'nohup', 'xargs', 'exec', 'command', 'time', 'nice', 'timeout', 'watch'])

function mentionsIn(command: Node, tree: Tree): Omit<ImportedModule, 'line'>[] {
  const name = plainText(childOf(command, 'Name'), tree)
  if (name === undefined) return []
  const words = command.children.filter(({ type }) => type === 'Word')
  if (name === 'source' || name === '.') {
    const file = plainText(words[0], tree)
    return file === undefined ? [] : [{ name: file, kind: 'local' }]
  }
  const started = PREFIXES.has(name) ? words.map((word) => plainText(word, tree)).find(isProgram) : undefined
  return [name, ...(started === undefined ? [] : [started])].flatMap(programCalled)
}

/** In `sudo -u root` and `timeout 5`, options, numbers and settings come before the program. */
const isProgram = (word: string | undefined): word is string => word !== undefined && /^[A-Za-z/.][^=]*$/.test(word)

function programCalled(word: string): Omit<ImportedModule, 'line'>[] {
  if (OWN.has(word) || !isProgram(word)) return []
  if (word.startsWith('./') || word.startsWith('../')) return [{ name: word, kind: 'local' }]
  const name = word.slice(word.lastIndexOf('/') + 1)
  if (USUAL.has(name)) return [{ name, kind: 'standard' }]
  const installed = DEBIAN_PACKAGES.get(name)
  return [{ name, kind: 'package', ...(installed === undefined ? {} : { package: installed }) }]
}

/** Returns undefined for words that are known only when the script runs. */
function plainText(word: Node | undefined, tree: Tree): string | undefined {
  const text = word && word.end - word.start <= 200 ? textOf(tree, word) : undefined
  return text !== undefined && /^[\w./+:@=-]+$/.test(text) ? text : undefined
}
