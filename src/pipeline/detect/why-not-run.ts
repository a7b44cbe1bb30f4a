import type { SyntaxProblem } from '../../language/syntax/syntax.ts'
import { isKnownInPython } from './is-known-in-python.ts'
import { namesOf } from './names/names-of.ts'
import type { Refusal } from './refusal.ts'
import { whyNotInShell } from './why-not-in-shell.ts'

interface Program {
  language: string
  code: string
  problems: readonly SyntaxProblem[] | null
}

/** Longer code is no fragment. */
const MAX_CODE = 200_000

/** Why a program is not worth running as it stands; undefined when it is. Code with errors is, because it can be repaired. */
export function whyNotRun(program: Program): Refusal | undefined {
  const { language, code } = program
  if (code.length > MAX_CODE) return undefined
  if (code.trim() === '') return { reason: 'the block is empty' }
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  if (lines.every((line) => isComment(line, language))) return { reason: 'the block has only comments' }
  if (lines.some(leavesOut) || hasDotsAmong(lines)) return { reason: 'a fragment: it leaves code out' }
  if (beginsInside(language, lines[0] ?? '')) return { reason: 'a fragment: it begins inside of something' }
  if (FILL_IN.test(code.slice(0, 20_000))) return { reason: 'a template: it has names to fill in' }
  if (lines.every((line) => isComment(line, language) || isInstall(line, language)))
    return { reason: 'it only installs packages', isFragment: true }
  if (language === 'python' && /^\s*(?:cdef|cpdef|cimport)\s/m.test(code)) return { reason: 'Cython is not run here' }
  const shell = language === 'bash' ? whyNotInShell(code) : undefined
  if (shell) return shell
  if (language === 'typescript' && hasOnlyTypes(lines)) return { reason: 'it has only types' }
  if (needsBrowser(language, code)) return { reason: 'it needs a browser' }
  const main = MAINS[language]
  if (main && !main.test(code)) return { reason: 'a fragment: it has no main function' }
  return language === 'python' ? pythonFragment(lines, program) : undefined
}

const isComment = (line: string, language: string): boolean =>
  language === 'python' || language === 'bash' || language === 'ruby' || language === 'r' || language === 'perl'
    ? /^\s*#(?!!)/.test(line)
    : /^\s*(?:\/\/|--|\/\*|\*)/.test(line)

/** Lines of a notebook, and R's own way. */
const isInstall = (line: string, language: string): boolean =>
  language === 'python'
    ? /^\s*[!%]\s*(?:pip3?|conda|mamba|apt(?:-get)?|npm|uv|python3?\s+-m\s+pip)\b/.test(line)
    : language === 'r' &&
      /^\s*(?:install\.packages|(?:remotes|devtools|pak)::\w+|BiocManager::install)\(.*\)\s*$/.test(line)

const LEFT_OUT =
  /(?:\.\.\.|…)|\b(?:rest|remainder) of\b|\b(?:existing|previous|remaining|same|other|omitted)\b.*\b(?:code|above|before|methods?|functions?|lines?)\b|\byour\b.*\b(?:code|logic|functions?|implementation)\b.*\bhere\b|\b(?:code|logic|functions?|implementation) goes? here\b/i

/** Two dots or more in place of a body, of items or of arguments. */
const DOTS = /\/\*\s*\.{2,}\s*\*\/|\{\s*\.{2,}\s*\}|^\s*(?:\/\/|#|--)\s*\.{2,}\s*$/

/** A comment, or dots, in place of code. */
function leavesOut(line: string): boolean {
  if (DOTS.test(line.slice(0, 200))) return true
  const comment = /^\s*(?:#|\/\/|--|\/\*)\s?(.*)$/.exec(line.slice(0, 200))?.[1]
  if (comment !== undefined) return LEFT_OUT.test(comment) && !/^\s*(?:#|\/\/)\s*(?:=|Output|->|>>>)/i.test(line)
  return /^(?:\.\.\.|…)$/.test(line) || /^\s*(?:\[\.\.\.\]|<\.\.\.>)\s*$/.test(line)
}

/** A text that the reader is to replace: `"<YOUR_API_KEY>"`, `'your-token'`, `key = "sk-..."`. */
const FILL_IN =
  /(["'`])(?:<(?:(?:your|my|insert|enter|put)\b[^>\n]{0,40}|[A-Z][A-Z\d_ ]{3,30})>|your[-_](?:\w+[-_])*(?:key|token|secret|password|username|id|url|endpoint|host|bucket|project|name|here|file|path|email))\1|(?:key|token|secret|password)\w*["']?\s*[:=]\s*["'][\w-]*(?:\.\.\.|…|x{4,})["']/i

/** Dots that stand for statements. Python has them as the body of what is only declared, alone in their block. */
function hasDotsAmong(lines: string[]): boolean {
  const code = lines.filter((line) => !/^\s*(?:#|\/\/)/.test(line))
  return code.some((line, at) => {
    if (!/^\s+(?:\.\.\.|…)\s*$/.test(line)) return false
    const isBehindHead = /(?::|["']{3})\s*$/.test(code[at - 1] ?? '')
    return !isBehindHead || depthOf(code[at + 1] ?? '') >= depthOf(line)
  })
}

const BRACES = ['javascript', 'typescript', 'java', 'c', 'cpp', 'go', 'rust', 'php']

/** `} else {`, `.then(…)`, `elif x:`: the statement began in front of it. */
const beginsInside = (language: string, first: string): boolean =>
  BRACES.includes(language)
    ? /^\s*(?:\}|else\b|catch\b|finally\b|\??\.\w+\s*\()/.test(first)
    : language === 'python' && /^\s*(?:elif\b.*|else|except\b.*|finally)\s*:/.test(first)

const depthOf = (line: string): number => line.length - line.trimStart().length

function needsBrowser(language: string, code: string): boolean {
  if (language !== 'javascript' && language !== 'typescript') return false
  const text = code.slice(0, 20_000)
  const isBrowser =
    /\bdocument\.(?:querySelector|getElement|createElement|addEventListener|body|cookie|title)|\bwindow\.\w|\b(?:localStorage|sessionStorage)\.\w|\balert\(|\bfrom\s+['"]react['"]/.test(
      text,
    )
  return isBrowser && !/\bjsdom\b|typeof\s+(?:document|window)\b|\b(?:const|let|var)\s+(?:document|window)\b/.test(text)
}

const MAINS: Record<string, RegExp> = {
  c: /\bmain\s*\(/,
  cpp: /\bmain\s*\(/,
  go: /\bfunc\s+main\s*\(/,
  rust: /\bfn\s+main\s*\(/,
  java: /\bvoid\s+main\s*\(/,
}

/** Declarations that begin at the left, and their closing brackets. */
const hasOnlyTypes = (lines: string[]): boolean =>
  lines
    .filter((line) => /^\S/.test(line))
    .every((line) =>
      /^(?:(?:export\s+)?(?:declare\s+)?(?:interface|type)\s|import type\s|[}\])|&]|\/\/|\/\*|\*)/.test(line),
    )

/** Only code of at most this many lines counts as a fragment because of unknown names; of so many when it makes no name itself. */
const FEW_LINES = 3
const SOME_LINES = 12

function pythonFragment(lines: string[], { code, problems }: Program): Refusal | undefined {
  const text = lines.map((line) => line.trimEnd()).join('\n')
  const isWholeIndented = lines.every((line) => /^[ \t]/.test(line))
  if (/^[ \t]+\S/.test(text) && (problems === null || problems.length > 0)) {
    const isMethod = /^\s*(?:async\s+)?def\s+\w+\(\s*(?:self|cls)\b|^\s*return\b/m.test(text)
    const usesSelf = /\b(?:self|cls)\./.test(text) && !/^\s*class\b/m.test(text)
    if (!isWholeIndented || isMethod || usesSelf)
      return { reason: 'a fragment: it begins inside of something', isFragment: true }
  }
  if (lines.length === 1 && /^(?:async\s+)?(?:def|class|for|while|if|with)\b.*:$/.test(text)) {
    return { reason: 'a fragment: it has a head and no body' }
  }
  if (/^return\b/m.test(text)) return { reason: 'a fragment: it returns from no function' }
  const names = lines.length > SOME_LINES ? undefined : namesOf('python', code)
  const isShort = lines.length <= FEW_LINES || names?.gives.size === 0
  const unknown = isShort ? [...(names?.needs ?? [])].filter((name) => !isKnownInPython(name)) : []
  return unknown.length > 0 && (problems?.length === 0 || isWholeIndented)
    ? { reason: `a fragment: it uses ${unknown.slice(0, 3).join(', ')}, which nothing here makes`, isFragment: true }
    : undefined
}
