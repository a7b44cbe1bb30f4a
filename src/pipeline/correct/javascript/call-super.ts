import type { Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord, MODIFIERS } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { indentOf, type Source } from './read-source.ts'

const MOST_CLASSES = 20

export const callSuper = onError({
  id: 'javascript/call-super',
  title: 'Calls the constructor of the class that is extended',
  prior: 0.85,
  bold: 'a constructor called without all of its arguments',
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    if (!/Must call super constructor/.test(diagnosis.message)) return []
    const classes = source.tokens.flatMap((token, index) => (isWord(token, 'extends') ? [index] : []))
    return classes.slice(0, MOST_CLASSES).flatMap((index) => inClass(source, index))
  },
})

function inClass(source: Source, index: number): Proposal[] {
  const { tokens, partner } = source
  const parent = tokens[index + 1]
  const own = constructorOf(source, index + 2)
  if (!isPlainName(parent) || own === undefined) return []
  const end = partner.get(own.brace) ?? tokens.length
  for (let at = own.brace; at < end; at++) if (isWord(tokens[at], 'super')) return []
  const [brace, first] = [tokens[own.brace], tokens[own.brace + 1]]
  const wanted = parametersOfClass(source, parent.text)
  const given = wanted.filter((name) => own.parameters.includes(name))
  const lacking = `${parent.text} can do without ${wanted.filter((name) => !given.includes(name)).join(', ')}`
  const indent = first?.isFirst ? `\n${indentOf(source, first.line)}` : ' '
  const at = brace?.end ?? 0
  const edits = [{ start: at, end: at, text: `${indent}super(${given.join(', ')});` }]
  return [
    {
      edits,
      why: `called the constructor of ${parent.text} first`,
      ...(given.length === wanted.length ? { sureness: 0.95 } : { sureness: 0.5, assumption: lacking }),
    },
  ]
}

function constructorOf(
  { tokens, partner, parent }: Source,
  from: number,
): { brace: number; parameters: string[] } | undefined {
  let body = from
  while (body < tokens.length && !isPunctuation(tokens[body], '{')) body++
  const end = partner.get(body) ?? body
  for (let at = body + 1; at < end; at++) {
    if (!isWord(tokens[at], 'constructor') || parent[at] !== body) continue
    const closer = partner.get(at + 1) ?? at
    const names = tokens
      .slice(at + 2, closer)
      .filter(
        (token, order, all) =>
          isPlainName(token) &&
          !isPunctuation(all[order - 1], '=', ':') &&
          !(isModifier(token) && isPlainName(all[order + 1])),
      )
    return { brace: closer + 1, parameters: names.map(({ text }) => text) }
  }
  return undefined
}

const isModifier = ({ text }: { text: string }): boolean => MODIFIERS.some((modifier) => modifier === text)

function parametersOfClass(source: Source, name: string): string[] {
  const index = source.tokens.findIndex((token, at) => isWord(token, 'class') && source.tokens[at + 1]?.text === name)
  return index < 0 ? [] : (constructorOf(source, index + 2)?.parameters ?? [])
}
