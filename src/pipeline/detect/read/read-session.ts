import { isKnownProgram } from '../guess/only-commands.ts'

/** The typed lines of a session, without prompts and without output. */
export interface Session {
  language: string
  code: string
}

interface Prompt {
  language: string
  first: RegExp
  /** Lines that continue an input. */
  more: RegExp
}

const PROMPTS: Prompt[] = [
  { language: 'python', first: /^>>>(?: |$)/, more: /^\.\.\.(?: |$)/ },
  { language: 'python', first: /^In \[\d{1,6}\]: ?/, more: /^ {2,12}\.\.\.: ?/ },
  { language: 'powershell', first: /^PS [A-Z]:[^>]{0,200}> ?/, more: /^>> / },
  { language: 'sql', first: /^sqlite> ?/, more: /^ *\.\.\.> ?/ },
  { language: 'sql', first: /^(?:mysql|MariaDB \[[^\]]{0,64}\])> ?/, more: /^ *-> ?/ },
  { language: 'postgres', first: /^\w{1,63}=[#>] ?/, more: /^\w{1,63}-[#>] ?/ },
  { language: 'bash', first: /^(?:\([\w.-]{1,64}\) )?[$%] (?=\S)/, more: /^> / },
  { language: 'bash', first: /^\[?[\w.-]{1,64}@[\w.-]{1,64}[^$#%\n]{0,200}[$#%] (?=\S)/, more: /^> / },
  { language: 'bash', first: /^[❯λ»] (?=\S)/, more: /^> / },
  { language: 'ruby', first: /^irb(?:\([^)]{0,64}\))?[\d:]{0,16}> ?/, more: /^irb[^*\n]{0,64}\* ?/ },
]
const NODE: Prompt = { language: 'javascript', first: /^> (?=\S)/, more: /^(?:\.\.\.|\|) / }
/** A statement of SQL goes on until its semicolon. */
const SQL: Prompt = { language: 'sql', first: /^(?:>|\w{0,63}=?#) (?=\S)/, more: /^(?: *-?> )?/ }
const NODE_NAMES = ['javascript', 'js', 'node', 'nodejs', 'console', 'repl']

/** Longer sessions are recordings that nobody types again. */
const MAX_SESSION = 200_000

/** Undefined for code that is no session: a session begins with a prompt, apart from comments. `name` is the fence's language. */
export function readSession(code: string, name: string): Session | undefined {
  if (code.length > MAX_SESSION) return undefined
  const lines = code.split('\n')
  const opening = lines.find((line) => line.trim() !== '' && !/^# /.test(line))
  if (opening === undefined) return undefined
  const prompt = promptsFor(name).find(({ first }) => first.test(opening))
  if (!prompt || (prompt === NODE && name === 'console')) return undefined
  if (name === '' && opening.startsWith('%') && !isTyped(lines)) return undefined
  const inputs: string[] = []
  let isInput = false
  for (const line of lines) {
    const isFirst = prompt.first.test(line)
    isInput =
      isFirst ||
      (isInput &&
        (prompt === SQL ? goesOn(inputs.at(-1), prompt) : prompt.more.test(line) || goesOn(inputs.at(-1), prompt)))
    if (isInput) inputs.push(line.replace(isFirst ? prompt.first : prompt.more, ''))
  }
  return { language: prompt.language, code: `${inputs.join('\n')}\n` }
}

/** A sign of per cent is a prompt of zsh, and begins comments in LaTeX, MATLAB, Prolog and Erlang: known programs tell which. */
const isTyped = (lines: string[]): boolean =>
  lines.filter((line) => line.startsWith('% ')).every((line) => isKnownProgram(/^% (\S+)/.exec(line)?.[1] ?? ''))

function promptsFor(name: string): Prompt[] {
  if (NODE_NAMES.includes(name)) return [...PROMPTS, NODE]
  return name === 'sql' ? [...PROMPTS, SQL] : PROMPTS
}

/** A shell's line that ends in a backslash takes the next one with it, prompt or not. */
const goesOn = (input: string | undefined, prompt: Prompt): boolean =>
  prompt === SQL ? !/;\s*$/.test(input ?? ';') : prompt.language === 'bash' && /(?:^|[^\\])\\$/.test(input ?? '')
