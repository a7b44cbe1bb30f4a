import { builtinModules } from 'node:module'
import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { exportsOf } from './import-module.ts'
import { onError } from './javascript-strategy.ts'
import { distanceOf, nearest } from './nearest.ts'
import type { Source } from './read-source.ts'

export const mendImport = onError({
  id: 'javascript/mend-import',
  title: 'Corrects the name of a module or of what is imported from it, and how it is imported',
  prior: 0.92,
  answers: [
    'SyntaxError',
    'Error',
    'TypeError',
    'ReferenceError',
    'ERR_MODULE_NOT_FOUND',
    'ERR_UNKNOWN_BUILTIN_MODULE',
    'MODULE_NOT_FOUND',
  ],
  propose: (source, { diagnosis }) => {
    const message = diagnosis.message.slice(0, 1000)
    return [
      ...misspeltModule(source, message),
      ...absentExport(source, message),
      ...jsonModule(source, message),
      ...commonExports(source, message),
    ]
  },
})

function misspeltModule({ tokens }: Source, message: string): Proposal[] {
  const wrong = /(?:Cannot find (?:module|package)|No such built-in module:) '?(?:node:)?([\w/.-]{1,100})'?/.exec(
    message,
  )?.[1]
  if (wrong === undefined || wrong.startsWith('.')) return []
  const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'))
  return [...new Set([...names.filter((name) => distanceOf(wrong, name) <= 1), ...nearest(wrong, names)])]
    .slice(0, 2)
    .flatMap((name, order) => {
      const found = tokens.filter(
        ({ kind, text }) => kind === 'string' && [wrong, `node:${wrong}`].includes(text.slice(1, -1)),
      )
      const edits = found.map(({ start, end }) => ({ start: start + 1, end: end - 1, text: `node:${name}` }))
      return edits.length === 0
        ? []
        : [
            {
              edits,
              why: `imported the module \`${name}\`; there is none called \`${wrong}\``,
              sureness: 0.93 - order * 0.3,
            },
          ]
    })
}

function absentExport(source: Source, message: string): Proposal[] {
  const found =
    /requested module '(?<module>[^']{1,200})' does not provide an export named '(?<name>[\w$]{1,100})'/.exec(
      message,
    ) ?? /Named export '(?<name>[\w$]{1,100})' not found. The requested module '(?<module>[^']{1,200})'/.exec(message)
  const { module, name } = found?.groups ?? {}
  if (module === undefined || name === undefined) return []
  if (name === 'default') return namespaceOf(source, module)
  const near = nearest(name, exportsOf(module.replace(/^node:/, '')))
  return near.slice(0, 3).flatMap((meant, order) => {
    const edits = source.tokens
      .filter((token) => token.kind === 'name' && token.text === name)
      .map(({ start, end }) => ({ start, end, text: meant }))
    return edits.length === 0
      ? []
      : [{ edits, why: `imported \`${meant}\`; ${module} has no \`${name}\``, sureness: 0.95 - order * 0.2 }]
  })
}

/** `import x from` a module without a default. */
function namespaceOf({ tokens }: Source, module: string): Proposal[] {
  const from = tokens.findIndex(({ kind, text }) => kind === 'string' && text.slice(1, -1) === module)
  const name = tokens[from - 2]
  if (name?.kind !== 'name' || !isWord(tokens[from - 3], 'import')) return []
  return [
    {
      edits: [{ start: name.start, end: name.start, text: '* as ' }],
      why: `imported all of ${module}, which has no default`,
      sureness: 0.9,
    },
  ]
}

function jsonModule({ tokens }: Source, message: string): Proposal[] {
  if (!/needs an import attribute of "type: json"/.test(message)) return []
  const found = tokens.filter(
    (token, index) =>
      token.kind === 'string' && isWord(tokens[index - 1], 'from') && token.text.slice(1, -1).endsWith('.json'),
  )
  const edits = found.map(({ end }) => ({ start: end, end, text: " with { type: 'json' }" }))
  return edits.length === 0 ? [] : [{ edits, why: 'said that the imported file is JSON', sureness: 0.95 }]
}

/** `module.exports` in a program that also uses `import`. */
function commonExports({ tokens }: Source, message: string): Proposal[] {
  if (!/^(?:module|exports) is not defined/.test(message)) return []
  const edits = tokens.flatMap((token, index) => {
    const [dot, member, sign] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]]
    if (!token.isFirst || !isPunctuation(dot, '.') || !isPunctuation(sign, '=') || !member || !sign) return []
    if (token.text === 'module' && member.text === 'exports')
      return [{ start: token.start, end: sign.end, text: 'export default' }]
    return token.text === 'exports' ? [{ start: token.start, end: member.start, text: 'export const ' }] : []
  })
  return edits.length === 0 ? [] : [{ edits, why: 'exported as ES modules do', sureness: 0.92 }]
}
