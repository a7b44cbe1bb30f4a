import type { ProgramError } from '../../contract/diagnosis.ts'

/** `grep: nofile: No such file or directory`; curl writes it behind its progress. */
const TOOL = /^(?:.*\d(?=curl: ))?([a-z][\w.+-]{0,40}): (\S.*)$/
/** A program of another language that the script ran. */
const TRACEBACK_END = /^([A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt)): (.*)$/
const JQ = /^parse error: .* at line \d+, column \d+$/
/** Closing lines that programs print after their complaint. */
const FAREWELL = /exiting now$|^Exiting with failure status|^usage: /
const LONGEST_LINE = 2000
const MOST_LINES = 50
/** The script is searched once for each line of a message. */
const MOST_CODE = 500_000

const KINDS: [type: string, pattern: RegExp][] = [
  ['FileNotFound', /No such file or directory$|can't open file/],
  ['PermissionDenied', /Permission denied$|Operation not permitted$/],
]

/** The last complaint of a program that the script called, and the index of its line in the output. */
export function readToolComplaint(lines: string[], code: string): (ProgramError & { at: number }) | undefined {
  const script = code.slice(0, MOST_CODE).split('\n')
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - MOST_LINES); at--) {
    // A progress meter overwrites itself on one line.
    const text = lines[at]?.split('\r').findLast((part) => part !== '') ?? ''
    const told = text.length > LONGEST_LINE ? undefined : toolOf(text, script)
    if (told === undefined || script.some((line) => line.includes(text))) continue
    const message = `${told.tool}: ${told.message}`
    const type = KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'ToolError'
    return { at, type, message, ...lineOfCall(told, script) }
  }
  return undefined
}

interface Told {
  tool: string
  message: string
}

function toolOf(text: string, script: string[]): Told | undefined {
  if (JQ.test(text) && callsOf('jq', script).length > 0) return { tool: 'jq', message: text }
  const python = TRACEBACK_END.test(text)
    ? ['python3', 'python'].find((one) => callsOf(one, script).length > 0)
    : undefined
  if (python !== undefined) return { tool: python, message: text }
  const [, tool, message] = TOOL.exec(text) ?? []
  if (tool === undefined || message === undefined || FAREWELL.test(message)) return undefined
  return callsOf(tool, script).length > 0 ? { tool, message } : undefined
}

/** Numbers of the lines that name the program as a word. */
function callsOf(tool: string, script: string[]): number[] {
  return script.flatMap((line, index) => {
    const at = line.indexOf(tool)
    const isWord = at !== -1 && !/[\w.-]/.test(line[at - 1] ?? ' ') && !/[\w.-]/.test(line[at + tool.length] ?? ' ')
    return isWord && !line.trimStart().startsWith('#') ? [index + 1] : []
  })
}

/** The line is given only without doubt: one line calls the program, or one of several contains a word of the message. */
function lineOfCall({ tool, message }: Told, script: string[]): { line?: number } {
  const calls = callsOf(tool, script)
  const words = message.split(/[\s:'"‘’`]+/).filter((word) => word.length > 2)
  const naming = calls.filter((line) => words.some((word) => script[line - 1]?.includes(word)))
  const [line] = calls.length === 1 ? calls : naming.length === 1 ? naming : []
  return line === undefined ? {} : { line }
}
