/** Pieces of a task that are no prose. */
export interface TaskParts {
  fences: { language: string; code: string }[]
  /** Commands of the shell, from fences, prompts, quotes, or the text as a whole. */
  commands: string[]
  urls: string[]
  /** Whether the text itself is a program, without anything around it. */
  isCode: boolean
  /** The text without fences, in lower case. */
  prose: string
}

const FENCE = /^[ \t]*(?:```|~~~)[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)^[ \t]*(?:```|~~~)[ \t]*$/gm
const SHELLS = new Set(['bash', 'sh', 'shell', 'console', 'zsh', 'shell-session', 'terminal'])
const URL = /\b(?:https?:\/\/|www\.)[^\s<>"'`)\]]+/gi

/** Programs that people type. Those that are English words too count only with options, pipes or paths. */
const PROGRAMS = new Set(
  `ls cd cp mv rm mkdir rmdir touch cat head tail grep egrep rg find sed awk sort uniq wc cut tr xargs tee diff chmod chown ln du df ps
  top kill pwd echo printf env export which whoami uname date tar gzip gunzip zip unzip curl wget ssh scp rsync git npm npx node pnpm
  yarn python python3 pip pip3 pytest make cmake gcc go cargo rustc java javac docker kubectl apt apt-get brew systemctl jq test seq
  sleep time watch file stat basename dirname realpath tree less more man bash sh sudo`.split(/\s+/),
)
const WORDS = new Set(
  'find sort cut make test which date time watch file head tail touch echo kill tee less more man go top cat node zip sleep tree stat'.split(
    ' ',
  ),
)
const SHELL_SYNTAX = /(?:^|\s)--?[a-zA-Z]|[|<>]|&&|;\s*\S|\$\(|(?:^|\s)[./~]*\/|\*\.|\.\/|\s\.(?:\s|$)/
const PROSE_WORDS =
  /\b(?:the|all|every|this|that|these|those|please|with|into|me|my|called|named|from|and|of|in|for|to|by|an?)\b/gi

export function partsOfTask(text: string): TaskParts {
  const fences = [...text.matchAll(FENCE)].map(([, language = '', code = '']) => ({
    language: language.toLowerCase(),
    code,
  }))
  const prose = text.replace(FENCE, ' ')
  return {
    fences,
    commands: [
      ...fences.filter(({ language }) => SHELLS.has(language)).map(({ code }) => withoutPrompts(code)),
      ...commandsIn(prose, fences.length > 0),
    ],
    urls: prose.match(URL) ?? [],
    isCode: fences.length === 0 && isCode(text),
    prose: prose.toLowerCase(),
  }
}

const withoutPrompts = (code: string): string => code.replace(/^[ \t]*\$ /gm, '').trim()

function commandsIn(prose: string, hasFences: boolean): string[] {
  const lines = prose.split('\n').map((line) => line.trim())
  const prompts = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
  if (prompts.length > 0) return prompts
  const quoted = [...prose.matchAll(/`([^`\n]{2,300})`/g)]
    .map(([, inside = '']) => inside.trim())
    .filter(isQuotedCommand)
  if (quoted.length > 0) return quoted
  const whole = lines.filter((line) => line !== '')
  if (!hasFences && whole.length > 0 && whole.every(isCommand)) return whole
  const said = /\b(?:command|execute|run):?\s+([^\n]{2,300})$/i.exec(prose.trim())?.[1]?.replace(/[.!]$/, '')
  return said !== undefined && isCommand(said) && SHELL_SYNTAX.test(said) ? [said] : []
}

/** Quotes say already that it is no sentence. */
const isQuotedCommand = (text: string): boolean => PROGRAMS.has(text.split(/\s/)[0] ?? '') || isCommand(text)

/** Whether a line is a command rather than a sentence. */
function isCommand(line: string): boolean {
  const [first = ''] = line.split(/\s/)
  if (/^\.{1,2}\/[\w./-]+$/.test(first)) return true
  if (!PROGRAMS.has(first)) return false
  if (SHELL_SYNTAX.test(line) && (line.match(PROSE_WORDS)?.length ?? 0) <= 2) return true
  if (/[?!]$/.test(line)) return false
  return !WORDS.has(first) && (line.match(PROSE_WORDS)?.length ?? 0) === 0
}

/** Lines that hardly anybody writes in prose. */
const CODE_LINE =
  /^\s*(?:def |class \w+[:({]|import [\w{*]|from [\w.]+ import|for .*:$|for ?\(|while .*[:{]$|if .*[:{]$|else:?|return\b|print\(|println!?\(|console\.log\(|puts |const |let |var |function\b|package \w+$|func |public |#include|using namespace|fn \w+|select .+ from|create table|insert into|update \w+ set|[\w.[\]]+ ?[-+*/]?= ?\S|[\w.]+\(.*\);?$|[)}\]];?$|\}.*\{$|\/\/|#!)/i

function isCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const code = lines.filter((line) => CODE_LINE.test(line))
  return lines.length > 0 && code.length / lines.length >= 0.6
}
