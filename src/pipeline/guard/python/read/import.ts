import { type Node, textOf } from '../../../../language/tree/tree.ts'
import { valueNamed } from './lookup.ts'
import type { Reader } from './reader.ts'

/** `import a.b as c` and `from a.b import c as d`. */
export function readImport(reader: Reader, node: Node): void {
  const words = node.children.map((child) => ({ type: child.type, text: textOf(reader.tree, child) }))
  const isFrom = words[0]?.type === 'from'
  const start = words.findIndex(({ type }) => type === 'import')
  const module = isFrom ? joined(words.slice(1, start)) : ''
  if (isFrom && module) reader.facts.imports.add(module)
  for (const { name, alias } of clausesOf(words.slice(start + 1))) bindImport(reader, { module, name, alias, isFrom })
}

interface Imported {
  module: string
  name: string
  alias: string | undefined
  isFrom: boolean
}

function bindImport(reader: Reader, { module, name, alias, isFrom }: Imported): void {
  if (!name) return
  if (isFrom && name === '*') {
    reader.starred.push(module)
    return
  }
  const full = isFrom ? `${module}.${name}` : name
  reader.facts.imports.add(full)
  if (isFrom || alias) reader.scope.assign(alias ?? name, valueNamed(full))
  else {
    const top = name.split('.')[0] as string
    reader.scope.assign(top, valueNamed(top))
  }
}

interface Word {
  type: string
  text: string
}

const joined = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .join('')
    .replace(/^\.{1,20}/, '')

function clausesOf(words: readonly Word[]): { name: string; alias: string | undefined }[] {
  const clauses: { name: string; alias: string | undefined }[] = [{ name: '', alias: undefined }]
  let isAlias = false
  for (const { type, text } of words) {
    const clause = clauses.at(-1)
    if (type === ',') {
      clauses.push({ name: '', alias: undefined })
      isAlias = false
    } else if (type === 'as') isAlias = true
    else if (clause && type !== '(' && type !== ')') {
      if (isAlias) clause.alias = text
      else clause.name += text
    }
  }
  return clauses
}
