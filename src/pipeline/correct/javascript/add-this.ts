import { classAround } from './class-around.ts'
import { isPunctuation, isWord, MODIFIERS } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { offsetOf, tokenAt } from './offset-of.ts'
import type { Source } from './read-source.ts'
import { undefinedName, usesOf } from './spell-name.ts'

export const addThis = onError({
  id: 'javascript/add-this',
  title: 'Adds `this.` before a field or method of the class',
  prior: 0.92,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = undefinedName(diagnosis.message)
    if (name === undefined) return []
    const at = Math.min(tokenAt(source, offsetOf(source, diagnosis)), source.tokens.length - 1)
    const brace = classAround(source, at)
    if (brace < 0 || !(isField(source, brace, name) || isInherited(source, brace, name))) return []
    const method = methodAround(source, at, brace)
    const [start, end] = [source.tokens[method]?.start, source.tokens[source.partner.get(method) ?? -1]?.start]
    if (start === undefined || end === undefined) return []
    const uses = usesOf(source, name).filter((token) => token.start > start && token.start < end)
    const edits = uses.map((token) => ({ start: token.start, end: token.start, text: 'this.' }))
    return edits.length === 0 ? [] : [{ edits, why: `wrote \`this.${name}\`, which the class has`, sureness: 0.95 }]
  },
})

/** The brace of the method around a token; other methods may have a parameter of that name. */
function methodAround({ parent }: Source, index: number, brace: number): number {
  let at = index
  while (at >= 0 && parent[at] !== brace) at = parent[at] ?? -1
  return at
}

const OF_EMITTER = ['emit', 'on', 'once', 'off', 'addListener', 'removeListener', 'listenerCount']

/** Whether the name is a field or method of the extended class. */
function isInherited(source: Source, brace: number, name: string): boolean {
  const { tokens } = source
  const parent = isWord(tokens[brace - 2], 'extends') ? tokens[brace - 1]?.text : undefined
  if (parent === 'EventEmitter') return OF_EMITTER.includes(name)
  const head = tokens.findIndex((token, index) => token.text === parent && isWord(tokens[index - 1], 'class'))
  if (parent === undefined || head < 0) return false
  let at = head
  while (at < Math.min(tokens.length, head + 6) && !isPunctuation(tokens[at], '{')) at++
  return isField(source, at, name)
}

/** Whether the class uses `this.name` somewhere, or declares it in its body. */
function isField({ tokens, parent, partner }: Source, brace: number, name: string): boolean {
  const end = partner.get(brace) ?? brace
  for (let at = brace + 1; at < end; at++) {
    if (tokens[at]?.text !== name) continue
    if (isPunctuation(tokens[at - 1], '.') && isWord(tokens[at - 2], 'this')) return true
    if (parent[at] === brace || isWord(tokens[at - 1], ...MODIFIERS)) return true
  }
  return false
}
