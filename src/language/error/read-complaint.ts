import type { ProgramError } from '../../contract/diagnosis.ts'
import type { ReadError } from '../language.ts'
import { readToolComplaint } from './tool-complaint.ts'
import { lineOf, withExpression } from './with-expression.ts'

const COMPLAINT = /^main\.sh: line (\d+): (.*)$/
const UNCLOSED_DOCUMENT = /^warning: here-document at line (\d+) delimited by end-of-file \(wanted `(.*)'\)$/
/** Complaints about a missing value or file: the command that should have made it failed before. */
const LATER =
  /(?:unary operator|binary operator|integer expression|operand) expected|too many arguments|ambiguous redirect|No such file|unbound variable/
/** A script that ends well may have had such a line all the same; whatever else it says may be meant. */
const BROKEN_LINE =
  /syntax error|^\[\[?: |^\[\S+: command not found|(?:unary|binary) operator expected|integer expression expected|bad substitution|can only be used in a function|not a valid identifier|bad array subscript|ambiguous redirect|value too great for base/
/** The program of a called command cannot be read: no script means that, wherever in a pipe it stands. */
const BROKEN_PROGRAM =
  /^(?:expr: syntax error|sed: -e expression #|[gm]?awk: .*(?:missing \}|syntax error)|find: missing argument)/
/** Such a line has an answer to a command that is not there, so it may only ask whether it is. */
const ASKED_FOR = /\|\||^\s*(?:if|elif|while|until|!)\s/
/** A value that is compared, without the brackets of a test: Bash takes it for a command. */
const COMPARED = /^\s*(?:if|elif|while|until)\s+\(?\s*["'$]\S*\s+(?:=~|==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge))\s/
const NOT_FOUND = 127
/** Each complaint is searched for in the script, which takes time; the decisive ones stand at the end. */
const MOST_LINES = 200
const MOST_CODE = 500_000

const KINDS: [type: string, pattern: RegExp][] = [
  ['SyntaxError', /syntax error|unexpected (?:end of file|EOF)/],
  ['CommandNotFound', /command not found$/],
  ['PermissionDenied', /Permission denied$/],
  ['FileNotFound', /No such file or directory$/],
  ['UnboundVariable', /unbound variable$/],
]

type Complaint = ProgramError & { at: number }

/** Reads the complaint of Bash, or of a program that Bash called. */
export const readComplaint: ReadError = ({ stderr, code, exitCode }) => {
  // A script from Windows has carriage returns in its words, and so do the messages about them.
  const lines = stderr.replaceAll('\r', '').split('\n')
  const complaints = complaintsIn(lines, code)
  if (exitCode === 0) {
    const first = complaints.find(
      ({ type, message, line }) =>
        BROKEN_LINE.test(message) || (type === 'CommandNotFound' && isMeant(lineOf(code, line ?? 0))),
    )
    const unended = unclosedDocument(lines)
    if (!first && unended && hasEndInside(code, unended.message)) return { type: 'SyntaxError', ...unended }
    const called = first ? undefined : readToolComplaint(lines, code)
    if (called && BROKEN_PROGRAM.test(called.message)) return withExpression(plain(called), code)
    return first && withExpression(plain(first), code)
  }
  const tool = readToolComplaint(lines, code)
  const own = decisive(complaints)
  const isCause = exitCode === NOT_FOUND || own?.type === 'CommandNotFound'
  if (tool && tool.at > (own?.at ?? -1) && !isCause) return withExpression(plain(tool), code)
  const unclosed = unclosedDocument(lines)
  if (!own) return unclosed && { type: 'SyntaxError', ...unclosed }
  return withExpression(
    { ...plain(own), ...(own.type === 'SyntaxError' && unclosed && { hint: unclosed.message }) },
    code,
  )
}

const isMeant = (line: string): boolean => COMPARED.test(line) || !ASKED_FOR.test(line)

const plain = ({ at: _, ...error }: Complaint): ProgramError => error

/** A script may print anything: a real complaint names a line that the script has, and is not part of the script's own text. */
function complaintsIn(lines: string[], code: string): Complaint[] {
  // Bash reports an unclosed script at the line behind its last one.
  const most = code.split('\n').length + 1
  const script = code.slice(0, MOST_CODE)
  return lines.flatMap((text, at) => {
    if (at < lines.length - MOST_LINES) return []
    const [, number, message] = COMPLAINT.exec(text) ?? []
    const line = Number(number)
    // The second line about a syntax error repeats the code.
    const isUseless = message === undefined || /^`.*'$/.test(message) || message.startsWith('warning: ')
    if (isUseless || line > most || script.includes(text)) return []
    const type = KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'ShellError'
    return [{ at, type, message, line }]
  })
}

/** Bash goes on after most complaints: the first one is the cause of those that follow. A syntax error ends the script. */
function decisive(complaints: Complaint[]): Complaint | undefined {
  const wrong = complaints.filter(({ message }) => !LATER.test(message))
  return complaints.find(({ type }) => type === 'SyntaxError') ?? wrong[0] ?? complaints[0]
}

/** The word that should end the document stands on a later line with something around it, so that the rest of the program became text. */
function hasEndInside(code: string, message: string): boolean {
  const word = /wanted `(\w+)'/.exec(message)?.[1]
  return word !== undefined && new RegExp(String.raw`^[ \t]+${word}[ \t;)]*$|^${word}[ \t;)]+$`, 'm').test(code)
}

function unclosedDocument(lines: string[]): { message: string; line: number } | undefined {
  for (const line of lines) {
    const message = COMPLAINT.exec(line)?.[2] ?? ''
    const [, start] = UNCLOSED_DOCUMENT.exec(message) ?? []
    if (start !== undefined) return { message: message.replace('warning: ', ''), line: Number(start) }
  }
  return undefined
}
