import type { BashProgram, Invocation } from '../read/bash-program.ts'
import { isBase64, isDecoding } from '../read/printed-text.ts'
import { SHELLS } from '../read/wrapper.ts'
import { type BashRule, byAny, byCommand, byEveryCommand } from './by-command.ts'
import { codeOfInterpreter, INTERPRETERS } from './interpreter.ts'
import { hasOption, operandsOf } from './options.ts'
import { fedBy } from './upstream.ts'
import { writtenFiles } from './written-files.ts'

export const obfuscation: BashRule[] = [
  {
    id: 'bash/decode-and-run',
    family: 'obfuscation',
    severity: 'critical',
    title: 'Decodes hidden text and runs it',
    why: 'A program that hides what it runs has a reason to.',
    remedy: 'Write the program in the open.',
    cwe: [506, 94],
    find: byAny(
      byCommand(`${[...SHELLS].join(' ')} eval source . ${[...INTERPRETERS].join(' ')}`, (invocation) => {
        const feeds = fedBy(invocation)
        return isRun(invocation) && (feeds.some(isDecoder) || feeds.some(printsEscapes))
      }),
      byCommand('gcc cc clang tcc g++', (invocation) => {
        const isFromPipe = invocation.args.some(({ text }) => text === '-' || text === '/dev/stdin')
        return isFromPipe && fedBy(invocation).some(isDecoder) && 'high'
      }),
      byEveryCommand(({ word }) => word.unknowns.some(({ sources }) => sources.some(isDecoder))),
      byCommand([...INTERPRETERS].join(' '), (invocation) =>
        codeOfInterpreter(invocation).some(({ text }) => decodesAndRuns(text)),
      ),
    ),
  },
  {
    id: 'bash/run-decoded-file',
    family: 'obfuscation',
    severity: 'high',
    title: 'Decodes a file and starts it',
    why: 'A program that hides what it runs has a reason to.',
    remedy: 'Write the program in the open.',
    cwe: [506],
    find: byEveryCommand((invocation, program) => {
      const files = decodedFiles(program)
      if (files.size === 0) return false
      const [first] = operandsOf(invocation)
      const isRunner =
        SHELLS.has(invocation.name ?? '') ||
        INTERPRETERS.has(invocation.name ?? '') ||
        ['source', '.'].includes(invocation.name ?? '')
      return files.has(invocation.word.text) || (isRunner && first !== undefined && files.has(first.text))
    }),
  },
  {
    id: 'bash/pack-program',
    family: 'obfuscation',
    severity: 'medium',
    title: 'Packs a program so that nobody can read it',
    why: 'Packed programs get past those who look for malware.',
    remedy: 'Ship the program as it is.',
    cwe: [506],
    find: byCommand(
      'upx shc gzexe',
      (invocation) => operandsOf(invocation).length > 0 && !hasOption(invocation, '-d', '-t', '-l'),
    ),
  },
  {
    id: 'bash/hidden-command',
    family: 'obfuscation',
    severity: 'high',
    title: 'Hides which command it runs',
    why: 'The name is put together from pieces so that a reader or a filter does not see it.',
    remedy: 'Write the name of the command.',
    cwe: [506],
    find: byEveryCommand((invocation, { source }) => {
      if (invocation.through.some((name) => name.startsWith('alias ') || name === 'find')) return false
      const { word } = invocation
      const written = source.slice(word.start, Math.min(word.end, word.start + LONGEST))
      return HIDDEN_NAME.some((pattern) => pattern.test(written)) && invocation.name !== undefined
    }),
  },
]

const LONGEST = 200

/** Spellings that nobody types by accident. */
const HIDDEN_NAME = [
  /^\$'[^']{0,60}\\(?:x[0-9a-fA-F]|[0-7]{3}|u[0-9a-fA-F])/,
  /\$\{?IFS/,
  /^\/[?*[\]\w]{0,20}[?*][^'"$]{0,40}$/,
  /^\w{1,20}(?:''|"")\w/,
  /^\w{1,20}(?:'\w{1,3}'|"\w{1,3}")\w{0,20}$/,
  /^(?:'\w{1,3}'|"\w{1,3}")\w{1,20}$/,
  /^\w{1,20}\\\w/,
  /^\w{1,20}\$[@*]\w/,
  /^\{[\w/.]{1,40},-/,
  /^\$\{\w{1,40}:\d{1,3}:\d{1,3}\}/,
  /^(?:`|\$\()[^)`]{0,120}\|\s{0,3}(?:base64|base32|xxd|rev|openssl)\b/,
  /^(?:`|\$\()\s{0,3}(?:printf|echo -e)\s{1,3}['"]?\\(?:x|[0-7]{3})/,
]

const isDecoder = ({ name, args }: Invocation): boolean => {
  const words = args.map(({ text }) => text)
  if (name === 'base64' || name === 'base32' || name === 'basenc' || name === 'uudecode')
    return name === 'uudecode' || isDecoding(words)
  if (name === 'openssl') return isDecoding(words) && (isBase64(words) || words.includes('enc'))
  if (name === 'xxd') return words.some((word) => /^-[a-z]*r/.test(word))
  return name === 'rev' || (name === 'tr' && words.some((word) => /[b-yB-Y]-[zZ][aA]-/.test(word)))
}

/** `printf '\x72\x6d'`: text written as character codes. */
const printsEscapes = ({ name, args }: Invocation): boolean =>
  (name === 'printf' || name === 'echo') &&
  args.some(({ text }) => /(?:\\x[0-9a-fA-F]{1,2}|\\0?[0-7]{3}){4}/.test(text))

function isRun(invocation: Invocation): boolean {
  if (['eval', 'source', '.'].includes(invocation.name ?? '')) return true
  const isFed = invocation.args.some(({ unknowns }) => unknowns.some(({ sources }) => sources.some(isDecoder)))
  const hasOwnCode =
    hasOption(invocation, '-c', '-e') ||
    operandsOf(invocation).some(({ text, unknowns }) => text !== '-' && unknowns.length === 0)
  return isFed || !hasOwnCode
}

const DECODES =
  /b64decode|base64\.|atob\(|decode_base64|base64_decode|Base64|fromhex|unhexlify|codecs\.decode|pack\s?\(?['"]H\*|Buffer\.from\(|marshal\.loads|zlib\.decompress/
const RUNS =
  /\bexec\s?\(|\beval\b|os\.system|subprocess|child_process|\bsystem\s?\(|Function\(|\bexec\b|passthru|shell_exec/

const decodesAndRuns = (text: string): boolean => DECODES.test(text) && RUNS.test(text)

const known = new WeakMap<BashProgram, Set<string>>()

function decodedFiles(program: BashProgram): Set<string> {
  const before = known.get(program)
  if (before) return before
  const files = new Set<string>()
  for (const invocation of program.invocations) {
    if (!isDecoder(invocation)) continue
    for (const { path } of writtenFiles(invocation)) files.add(path.text)
  }
  known.set(program, files)
  return files
}
