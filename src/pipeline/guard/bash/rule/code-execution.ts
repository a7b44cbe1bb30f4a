import type { BashProgram, Invocation, Unknown, Value } from '../read/bash-program.ts'
import { SHELLS } from '../read/wrapper.ts'
import { type BashRule, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { codeOfInterpreter, INTERPRETERS } from './interpreter.ts'
import { operandsOf, valuesOf, wordsOf } from './options.ts'

export const codeExecution: BashRule[] = [
  {
    id: 'bash/eval-input',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs text from outside as a program of the shell',
    why: 'Whoever gives the text decides what is run.',
    remedy: 'Use the text as data: "$value" as an argument, or a case over the words that are allowed.',
    cwe: [78, 95],
    find: byCommand(`eval ${[...SHELLS].join(' ')} ssh su`, evaluated),
  },
  {
    id: 'bash/run-input',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs a command whose name comes from outside',
    why: 'Whoever gives the name decides what is run.',
    remedy: 'Choose the command with a case over the names that are allowed.',
    cwe: [78],
    find: byEveryCommand((invocation) => {
      const [first] = invocation.word.unknowns
      if (invocation.name !== undefined || !first || !invocation.word.text.startsWith(`\${${first.name}}`)) return false
      if (first.origin === 'input' || first.origin === 'request') return true
      if (first.origin !== 'argument' || first.name === '@' || first.name === '*') return false
      return invocation.through.length > 0 ? 'medium' : 'low'
    }),
  },
  {
    id: 'bash/code-from-input',
    family: 'code-execution',
    severity: 'high',
    title: 'Puts text from outside into a program of another language',
    why: 'A quote in the text ends the string, and the rest of it is run.',
    remedy: 'Hand the text over as an argument: python3 -c "…" "$value" and sys.argv.',
    cwe: [94],
    find: byCommand(`${[...INTERPRETERS].join(' ')} awk gawk jq`, (invocation) => {
      const code = ['awk', 'gawk', 'jq'].includes(invocation.name ?? '')
        ? operandsOf(invocation).slice(0, 1)
        : codeOfInterpreter(invocation)
      const isForeign = code.some(({ unknowns }) => unknowns.some(isFromOutside))
      return isForeign && (['awk', 'gawk', 'jq'].includes(invocation.name ?? '') ? 'medium' : true)
    }),
  },
  {
    id: 'bash/sql-from-input',
    family: 'sql',
    severity: 'high',
    title: 'Puts text from outside into a statement of SQL',
    why: 'A quote in the text ends the string, and the rest of it is run by the database.',
    remedy: "Use parameters: psql -v name=… with :'name', or sqlite3 with .parameter set.",
    cwe: [89],
    find: byCommand('psql mysql mariadb sqlite3 duckdb sqlcmd mongo mongosh cqlsh', queriedInput),
  },
  {
    id: 'bash/destructive-sql',
    family: 'sql',
    severity: 'medium',
    title: 'Drops tables or databases from a script',
    why: 'What was dropped does not come back.',
    remedy: 'Keep a copy first, and drop by hand.',
    cwe: [],
    find: byCommand('psql mysql mariadb sqlite3 duckdb sqlcmd dropdb', (invocation) => {
      if (invocation.name === 'dropdb') return true
      const text = `${wordsOf(invocation)} ${invocation.input?.text ?? ''}`
      if (/\b(?:drop\s{1,9}(?:database|schema)|truncate\s{1,9}table)\b/i.test(text)) return 'high'
      return /\bdrop\s{1,9}table\b/i.test(text)
    }),
  },
  {
    id: 'bash/source-foreign',
    family: 'code-execution',
    severity: 'medium',
    title: 'Runs a file whose name comes from outside, or that anybody can write',
    why: 'Whoever can choose or change the file decides what is run.',
    remedy: 'Source only files of your own, by a name that stands in the program.',
    cwe: [98],
    find: byCommand(`source . ${[...SHELLS].join(' ')}`, (invocation) => {
      const [file] = operandsOf(invocation)
      if (!file || wordsOf(invocation).startsWith('-c')) return false
      if (file.unknowns.some(({ origin }) => origin === 'request' || origin === 'input')) return 'high'
      return file.unknowns.some(({ origin }) => origin === 'argument') && isSourcing(invocation)
        ? 'low'
        : isShared(file)
    }),
  },
  {
    id: 'bash/shell-by-option',
    family: 'code-execution',
    severity: 'high',
    title: 'Starts a program through an option of another one',
    why: 'It is a way around lists of allowed programs, and to the rights of the program that is used.',
    remedy: 'Start the program by its name.',
    cwe: [78, 88],
    find: byEveryCommand(({ name, args }) => {
      const pattern = ESCAPES.get(name ?? '')
      if (!pattern || !args.some(({ text }) => pattern.test(text))) return false
      // Tests and scripts set an editor that does nothing.
      return args.some(({ text }) => /^core\.(?:editor|pager)=/.test(text)) ? 'low' : true
    }),
  },
  {
    id: 'bash/text-into-shell',
    family: 'code-execution',
    severity: 'medium',
    title: 'Pipes a text into a shell, which runs it',
    why: 'A reader of the program sees a text where commands are run, and the next change may put a variable into it.',
    remedy: 'Write the commands where they are run.',
    cwe: [78, 94],
    find: byCommand([...SHELLS].join(' '), ({ args, previous }) => {
      const isBare = args.every(({ text }) => /^-[a-bd-z]?$/.test(text))
      return isBare && (previous?.invocations.some(({ name }) => PRINTS.has(name ?? '')) ?? false)
    }),
  },
  {
    id: 'bash/files-into-shell',
    family: 'code-execution',
    severity: 'medium',
    title: 'Puts names of files into the text of a program',
    why: 'A file may be named so that its name is run as a command.',
    remedy: `Hand the names over as arguments: find … -exec sh -c '… "$1"' sh {} \\;`,
    cwe: [78],
    find: byCommand([...SHELLS].join(' '), ({ through, args }) => {
      // `find . -exec sh \; -quit` is a shell by a way around.
      if (through.includes('find') && args.length === 0) return 'high'
      const isGiven = through.includes('find') || through.includes('xargs') || through.includes('parallel')
      const at = args.findIndex(({ text }) => /^-[a-z]*c$/.test(text))
      if (!isGiven || at < 0) return false
      const code = args[at + 1]
      // The passed text is the whole program.
      const isWhole = code === undefined || code.text.startsWith('{}') || /^\$\{input\}/.test(code.text)
      if (isWhole) return 'high'
      const isOpen = code.text.includes('{}') || /(?:^|[^"\w])\$(?:[0-9@*]|\{[0-9@*]\})(?!")/.test(code.text)
      return isOpen ? true : 'low'
    }),
  },
]

/** The output of these is not seen by a reader of the program. */
const PRINTS = new Set('echo printf gunzip zcat bzcat xzcat lzcat zstdcat gpg'.split(' '))

const PYTHON_SHELL = /\bos\.(?:system|popen|exec\w{1,3}|spawn\w{1,4})\s?\(|\bsubprocess\b|pty\.spawn/
const AWK = /\bsystem\s?\(|\|\s?getline|\bprint[^"]{0,80}\|\s?"/
const EDITOR = /^:?!|:!|^\+?:?(?:shell|py3? )/

/** Options and code with which programs for other work start a shell. */
const ESCAPES = new Map<string, RegExp>([
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  ['nawk', AWK],
  ['vi', EDITOR],
  ['vim', EDITOR],
  ['ex', EDITOR],
  ['less', /^\+!/],
  ['env', /^(?:-[a-z]*S|--split-string)/],
  ['tar', /^--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command)|^-I$/],
  ['git', /^(?:core\.(?:pager|sshcommand|fsmonitor|editor)=|alias\.\w{1,40}=!|--upload-pack|--receive-pack|ext::)/i],
  ['ssh', /ProxyCommand|LocalCommand/i],
  ['scp', /ProxyCommand/i],
  ['rsync', /^(?:-e|--rsh=)\s?(?:ba)?sh\b/],
  ['zip', /^(?:-TT|--unzip-command)/],
  ['sed', /^(?:\d{0,5}e |s(.)[^/]{0,80}\1[^/]{0,80}\1\w{0,3}e$)/],
  ['nmap', /^--(?:interactive|script=\/)/],
  ['man', /^(?:-P|--pager)/],
  ['perl', /\b(?:exec|system)\s?\(?\s?["'q]/],
  ['python', PYTHON_SHELL],
  ['python3', PYTHON_SHELL],
  ['ruby', /\b(?:exec|system)\b\s?\(?\s?["'%]/],
  ['node', /child_process/],
  ['lua', /os\.execute|io\.popen/],
  ['php', /\b(?:exec|system|passthru|shell_exec|pcntl_exec|popen)\s?\(/],
])

const isSourcing = ({ name }: Invocation): boolean => name === 'source' || name === '.'

const isShared = ({ text }: Value): boolean => /^\/(?:tmp|var\/tmp|dev\/shm)\/[^$]{1,200}$/.test(text)

export const isFromOutside = ({ origin }: Unknown): boolean =>
  origin === 'argument' || origin === 'input' || origin === 'request'

function evaluated(invocation: Invocation, { source }: BashProgram): Verdict {
  const code = evaluatedText(invocation)
  const unknowns = code.flatMap((value) => value.unknowns)
  if (unknowns.some(({ origin }) => origin === 'input' || origin === 'request')) return true
  const foreign = unknowns.find(({ origin }) => origin === 'argument')
  if (foreign && invocation.name === 'eval' && isNaming(code.map(({ text }) => text).join(' '))) return 'low'
  // `eval "$@"` and `sh -c "$*"` run a command that the caller could run as well.
  if (foreign) return invocation.name === 'ssh' || isPassedOn(code) ? 'medium' : true
  if (invocation.name !== 'eval') return false
  if (unknowns.some(({ origin }) => origin === 'environment' || origin === 'other')) return 'medium'
  // `eval "$(ssh-agent)"` is the way in which that program is meant to be used; a variable may hold anything.
  const isBare = code.some(
    ({ start, end, unknowns: { length } }) => length > 0 && !/\$\(|`/.test(source.slice(start, end)),
  )
  return unknowns.length > 0 && (isBare ? 'medium' : 'info')
}

/** The outside value is only the name of a variable: `eval "$1=\\$2"`, `eval x=\\$LIST_$1`. */
function isNaming(text: string): boolean {
  if (/^(?:set --|unset) /.test(text)) return true
  const named = text.replace(/^\$\{\w{1,40}\}\+?=/, '=').replace(/\$\{?\w{1,40}_\$\{\w{1,40}\}|\$\$\{\w{1,40}\}/g, '')
  return !/\$\{[\w@*]{1,40}\}/.test(named)
}

const isPassedOn = (code: Value[]): boolean => code.every(({ text }) => /^\$\{[@*]\}$/.test(text))

function evaluatedText(invocation: Invocation): Value[] {
  const { name, args } = invocation
  if (name === 'eval') return args
  if (name === 'ssh') return args.slice(1)
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c$/.test(text))
  return at < 0 ? [] : args.slice(at + 1, at + 2)
}

function queriedInput(invocation: Invocation): Verdict {
  const given = valuesOf(invocation, '-c', '--command', '-e', '--execute', '--eval', '-Q', '-q')
  const statements = [...given, ...operandsOf(invocation).slice(1), ...(invocation.input ? [invocation.input] : [])]
  const isStatement = ({ text }: Value) => /\b(?:select|insert|update|delete|drop|where|values|find)\b/i.test(text)
  const suspects = statements.filter(isStatement)
  if (suspects.some(({ unknowns }) => unknowns.some(isFromOutside))) return true
  const isQuotedHole = suspects.some(({ text, unknowns }) =>
    unknowns.some(({ name }) => text.includes(`'\${${name}}'`)),
  )
  return isQuotedHole && 'medium'
}
