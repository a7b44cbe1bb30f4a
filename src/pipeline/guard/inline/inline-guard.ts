import { type Finding, SEVERITIES } from '../../../contract/finding.ts'
import type { Invocation } from '../bash/read/bash-program.ts'
import { readBash } from '../bash/read/read-bash.ts'
import { codeOfInterpreter } from '../bash/rule/interpreter.ts'
import { writtenFiles } from '../bash/rule/written-files.ts'
import { findDangers } from '../find-dangers.ts'
import type { GuardRule, LanguageGuard, Spot } from '../rule.ts'

/** A program of another language that stands in a command of the shell. */
interface InlineProgram {
  language: string
  code: string
  start: number
  end: number
}

const LANGUAGES: [name: RegExp, language: string][] = [
  [/^(?:python|pypy)/, 'python'],
  [/^(?:node|nodejs|deno|bun)$/, 'javascript'],
  [/^perl[\d.]*$/, 'perl'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^lua(?:jit)?[\d.]*$/, 'lua'],
  [/^php[\d.]*$/, 'php'],
  [/^Rscript$/, 'r'],
]
const MENTIONS = /\b(?:python|pypy|node|deno|bun|perl|ruby|lua|php|Rscript)[\w.]*\s|\.(?:py|js|pl|rb|lua|php|R|go|c)\b/
const MOST_PROGRAMS = 30
const MOST_CHARACTERS = 30_000
const LEAST = SEVERITIES.indexOf('medium')

/** Reads programs behind `python -c`, `perl -e` and their kin with the guards of their languages. */
export function createInlineGuard(guards: readonly LanguageGuard[]): LanguageGuard<InlineProgram[]> {
  const rule: GuardRule<InlineProgram[]> = {
    id: 'bash/inline-program',
    family: 'code-execution',
    severity: 'medium',
    title: 'A program within a command is dangerous',
    why: 'An interpreter runs text on its command line like any other program.',
    remedy: 'Leave the dangerous part out, or keep the program in a file that can be looked at.',
    cwe: [94, 78],
    find: (programs) => programs.flatMap((program) => spotOf(program, guards)),
  }
  return { languages: ['bash'], rules: [rule], read: (source) => ({ program: programsIn(source), isPartial: false }) }
}

function spotOf({ language, code, start, end }: InlineProgram, guards: readonly LanguageGuard[]): Spot[] {
  const worst: Finding | undefined = findDangers({ language, code }, guards).findings[0]
  if (!worst || SEVERITIES.indexOf(worst.severity) < LEAST) return []
  return [{ start, end, severity: worst.severity, message: `${worst.message}, in a program within the command` }]
}

function programsIn(source: string): InlineProgram[] {
  if (!MENTIONS.test(source)) return []
  const { invocations } = readBash(source).program
  const files = writtenScripts(invocations)
  const found = invocations
    .flatMap((invocation) => [...programOf(invocation), ...startedFile(invocation, files)])
    .slice(0, MOST_PROGRAMS)
  let characters = 0
  return found.filter(({ code }) => {
    characters += code.length
    return characters <= MOST_CHARACTERS
  })
}

const ENDINGS: Record<string, string> = {
  py: 'python',
  js: 'javascript',
  pl: 'perl',
  rb: 'ruby',
  lua: 'lua',
  php: 'php',
  R: 'r',
  go: 'go',
  c: 'c',
}

/** The texts of files that the commands write, as far as they stand in the program. */
function writtenScripts(invocations: readonly Invocation[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const invocation of invocations) {
    for (const { path, content } of writtenFiles(invocation)) {
      if (!content || files.size >= MOST_PROGRAMS) continue
      const isAdded = invocation.redirects.some(({ operator }) => operator === '>>')
      files.set(path.text, `${isAdded ? (files.get(path.text) ?? '') : ''}${content.text}`.slice(0, MOST_CHARACTERS))
    }
  }
  return files
}

/** A file that the program has written, and hands to an interpreter. */
function startedFile({ word, args, start, end }: Invocation, files: ReadonlyMap<string, string>): InlineProgram[] {
  if (files.size === 0) return []
  return [word, ...args.slice(0, 3)].flatMap(({ text }) => {
    const language = ENDINGS[text.slice(text.lastIndexOf('.') + 1)]
    const code = language && files.get(text)
    return language && code ? [{ language, code, start, end }] : []
  })
}

function programOf(invocation: Invocation): InlineProgram[] {
  const language = LANGUAGES.find(([name]) => name.test(invocation.name ?? ''))?.[1]
  const code = language === undefined ? undefined : codeOfInterpreter(invocation)[0]
  if (language === undefined || code === undefined) return []
  const { start, end } = invocation
  return [{ language, code: language === 'php' ? `<?php ${code.text}` : code.text, start, end }]
}
