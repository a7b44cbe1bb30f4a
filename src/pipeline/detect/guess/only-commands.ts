import { SANDBOX_PROGRAMS, USUAL_PROGRAMS } from '../../../language/bash/commands.ts'

/** Words that begin lines of other languages, or sentences, as well. */
const COMMON = new Set(['file', 'make', 'test', 'time', 'watch', 'which', 'who', 'yes'])
const USUAL = [...USUAL_PROGRAMS, ...SANDBOX_PROGRAMS, 'cd', 'echo', 'git']
const PROGRAMS: ReadonlySet<string> = new Set(USUAL.filter((name) => !COMMON.has(name)))
const MOST_LINES = 40

export const isKnownProgram = (name: string): boolean => PROGRAMS.has(name)

const OPTION =
  /\s(?:-[a-zA-Z0-9]{1,3}|--[a-z][\w-]+|-(?:name|iname|type|size|mtime|mmin|maxdepth|mindepth|exec|delete|print0))(?=[\s='"]|$)/
const PIPE = /\s\|\s*(\w+)(?=\s|$)/g
/** An operand that only files have. */
const FILE = /\s(?:\.{0,2}\/[\w./-]+|[\w*-]+\.[a-z]{1,4}|[\w-]+\/)(?=\s|$)/
/** Statements of other languages, and sentences. */
const OTHER = /[{,:.;]$|^[\w.-]+\s*(?:[-+*/%]?=(?!=)|:=|:\s|=>|<-|\()|^[\w-]+\.\s|\s(?:=|==|=>|->)\s|<\w+>|^diff --git /

/**
 * Whether a block consists of calls of programs that every Linux has, with their options, pipes or files. Signs of single lines say less:
 * a language model of short fragments hardly tells such lines from others.
 */
export function isOnlyCommands(code: string): boolean {
  const lines = code.split('\n', MOST_LINES + 1).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length === 0 || lines.length > MOST_LINES) return false
  return lines.every(isCommand) && lines.some(isPlain)
}

function isCommand(line: string): boolean {
  const name = /^(?:sudo )?([a-z]\w*)(?:\s|$)/.exec(line)?.[1]
  return name !== undefined && PROGRAMS.has(name) && !OTHER.test(line.trimEnd())
}

function isPlain(line: string): boolean {
  const piped = [...line.matchAll(PIPE)]
  return (
    OPTION.test(line) || FILE.test(line) || (piped.length > 0 && piped.every(([, name = '']) => PROGRAMS.has(name)))
  )
}
