import type { Command, Script, Word, WordPart } from 'unbash'
import type { Remark } from '../language-analysis.ts'
import type { BashProgram } from '../program.ts'
import { type RemarkRule, remarkAt } from '../remark-at.ts'
import { nodesOfType } from './placed-nodes.ts'

const VARIABLE: RemarkRule = {
  rule: 'bash/unquoted-variable',
  family: 'practice',
  severity: 'low',
  why: 'Without quotes the value falls apart at its blanks, and its stars become names of files.',
  remedy: 'Put it in double quotes.',
}
const TEST: RemarkRule = {
  rule: 'bash/unquoted-test',
  family: 'practice',
  severity: 'medium',
  why: 'When the value is empty or has a blank, the test is no longer one, and fails with an error.',
  remedy: 'Put it in double quotes, or use [[ … ]].',
}
/** A variable with such a name holds several words that are meant to be split. */
const LISTS = /opt|flag|arg|param|list|files|dirs|cmd/i

/** Reports each variable once, at its first use without quotes. */
export function unquotedVariables({ script, source }: BashProgram): Remark[] {
  const told = new Set<string>()
  const numbers = numericNames(script)
  return nodesOfType(script, 'Command').flatMap(({ node: command }) =>
    command.args.flatMap((word) => {
      const name = word.type === 'Word' ? bareVariable(word) : undefined
      if (word.type !== 'Word' || !name || told.has(name) || numbers.has(name) || LISTS.test(name)) return []
      told.add(name)
      const text = source.slice(word.pos, word.end)
      const fix = isPlain(word)
        ? { title: 'Put it in quotes', edits: [{ start: word.pos, end: word.end, text: `"${text}"` }] }
        : undefined
      const message = `\`$${name}\` stands without quotes.`
      return remarkAt(isTest(command) ? TEST : VARIABLE, { at: { start: word.pos, end: word.end }, message, fix })
    }),
  )
}

const isTest = ({ name }: Command): boolean => name?.value === '[' || name?.value === 'test'

/** The first variable of a word that the shell can split; numbers such as $? and $# it cannot. */
function bareVariable({ parts }: Word): string | undefined {
  for (const part of parts ?? []) {
    if (part.type === 'SimpleExpansion' && /^\$(?:\w+|@|\*)$/.test(part.text)) return part.text.slice(1)
    const isWhole = part.type === 'ParameterExpansion' && part.prefix === undefined
    if (isWhole && /^(?:\w+|@|\*)$/.test(part.parameter)) return part.parameter
  }
  return undefined
}

/** Quotes around the whole word mean the same as quotes around its variables. */
const isPlain = ({ parts }: Word): boolean => (parts ?? []).every(isPlainPart)
const isPlainPart = (part: WordPart): boolean =>
  part.type === 'SimpleExpansion' ||
  (part.type === 'ParameterExpansion' && part.operation === undefined) ||
  (part.type === 'Literal' && part.text === part.value && !part.text.startsWith('~'))

/** Names that only ever hold numbers. */
function numericNames(script: Script): Set<string> {
  const numbers = new Set<string>()
  const others = new Set<string>()
  for (const { node } of nodesOfType(script, 'Assignment')) {
    const isNumber = node.value.type === 'Word' && /^(?:\d+|\$\(\(.*\)\)|\$[#?])$/s.test(node.value.text)
    ;(isNumber ? numbers : others).add(node.name)
  }
  for (const { node } of nodesOfType(script, 'For')) {
    const isCount =
      node.wordlist?.every(({ text }) => /^(?:\d+|\{\d+\.\.\d+\}|\$\(seq [\w ${}"]*\))$/.test(text)) ?? false
    ;(isCount ? numbers : others).add(node.name.value)
  }
  return new Set([...numbers].filter((name) => !others.has(name)))
}
