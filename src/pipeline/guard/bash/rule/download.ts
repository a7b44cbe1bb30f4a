import { namesMetadataAddress } from '../../../../contract/metadata-address.ts'
import type { Spot } from '../../rule.ts'
import type { BashProgram, Invocation, Value } from '../read/bash-program.ts'
import { SHELLS } from '../read/wrapper.ts'
import { type BashRule, byAny, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { INTERPRETERS } from './interpreter.ts'
import { hasOption, operandsOf, valuesOf, wordsOf } from './options.ts'
import { fedBy } from './upstream.ts'

export const DOWNLOADERS: ReadonlySet<string> = new Set(
  'curl wget fetch lwp-download GET aria2c http lynx links axel'.split(' '),
)
const RUNNERS = [...SHELLS, ...INTERPRETERS, 'source', '.', 'eval', 'make', 'psql', 'at']

export const download: BashRule[] = [
  {
    id: 'bash/download-to-shell',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs what it downloads without looking at it',
    why: 'Whoever controls the server, or the way to it, decides what is run.',
    remedy: 'Download to a file, check its checksum or signature, read it, then run it.',
    cwe: [494, 829],
    find: byCommand(RUNNERS.join(' '), (invocation) => {
      const isFed = fedBy(invocation).some(({ name }) => DOWNLOADERS.has(name ?? ''))
      return isFed && takesCode(invocation)
    }),
  },
  {
    id: 'bash/download-and-run',
    family: 'code-execution',
    severity: 'high',
    title: 'Downloads a program and starts it',
    why: 'Whoever controls the server, or the way to it, decides what is run.',
    remedy: 'Check the checksum or the signature of the file before it is run.',
    cwe: [494],
    find: byEveryCommand(startsDownloaded),
  },
  {
    id: 'bash/network-use',
    family: 'network',
    severity: 'info',
    title: 'Uses the network',
    why: 'The program needs a connection, and tells the other side about itself.',
    remedy: 'Allow the hosts that it needs.',
    cwe: [],
    find: byCommand(
      `${[...DOWNLOADERS].join(' ')} ssh scp rsync sftp ftp telnet nc ncat netcat socat dig nslookup host ping`,
      () => true,
    ),
  },
  {
    id: 'bash/cloud-metadata',
    family: 'secrets',
    severity: 'high',
    title: 'Asks the cloud for the credentials of this machine',
    why: 'What answers at this address are keys to the account in which the machine runs.',
    remedy: 'Take it out; hand over the one credential that is needed.',
    cwe: [522, 918],
    find: byEveryCommand((invocation) => invocation.args.some(({ text }) => namesMetadataAddress(text))),
  },
  {
    id: 'bash/insecure-tls',
    family: 'cryptography',
    severity: 'medium',
    title: 'Does not check who is at the other end',
    why: 'Anybody on the way can read and change what is sent.',
    remedy: 'Leave the check on; give a certificate of your own with --cacert.',
    cwe: [295],
    find: byAny(
      byCommand('curl', insecureCurl),
      byCommand('wget', (invocation) => hasOption(invocation, '--no-check-certificate')),
      byCommand(
        'git',
        (invocation) =>
          invocation.args.some(({ text }) => /http\.sslverify[= ]?false/i.test(text)) ||
          (invocation.args.some(({ text }) => /http\.sslverify/i.test(text)) &&
            invocation.args.some(({ text }) => text === 'false')),
      ),
      byCommand('npx npm pnpm yarn gem', ({ args }) => args.some(({ text }) => /^http:\/\//.test(text))),
      byCommand(
        'apt-key rpm',
        (invocation) =>
          /^(?:add|--import)\b/.test(wordsOf(invocation)) &&
          fedBy(invocation).some(
            ({ name, args }) => DOWNLOADERS.has(name ?? '') && args.some(({ text }) => text.startsWith('http:')),
          ),
      ),
      byCommand('npm yarn', (invocation) =>
        /strict-ssl[= ]false/.test(invocation.args.map(({ text }) => text).join(' ')),
      ),
      (program) =>
        program.assignments.filter(
          ({ name, value }) =>
            (name === 'GIT_SSL_NO_VERIFY' && /^(?:1|true)$/.test(value.text)) ||
            (['NODE_TLS_REJECT_UNAUTHORIZED', 'PYTHONHTTPSVERIFY'].includes(name) && value.text === '0'),
        ),
    ),
  },
  {
    id: 'bash/ssh-without-host-key',
    family: 'cryptography',
    severity: 'medium',
    title: 'Logs in without checking which machine answers',
    why: 'Another machine can answer in its place and read all that is typed.',
    remedy: 'Put the key of the host into known_hosts, or use StrictHostKeyChecking=accept-new.',
    cwe: [322],
    find: byCommand('ssh scp sftp rsync autossh git ssh-copy-id sshpass', ({ args }) =>
      args.some(({ text }) => /StrictHostKeyChecking[= ](?:no|off)\b|UserKnownHostsFile[= ]\/dev\/null/i.test(text)),
    ),
  },
]

/** An interpreter with a script of its own takes piped text as data, not as code. */
function takesCode(invocation: Invocation): boolean {
  const { name, args } = invocation
  if (name === 'make') return args.some(({ text }) => text === '-')
  if (INTERPRETERS.has(name ?? '')) {
    const isScript = args.some(({ text, unknowns }) => /^-[a-zA-Z]{0,3}[cemEr]$/.test(text) && unknowns.length === 0)
    const fed = args.some(({ unknowns }) => unknowns.some(({ sources }) => sources.length > 0))
    return fed || (!isScript && operandsOf(invocation).every(({ text }) => text === '-'))
  }
  if (name === 'source' || name === '.' || name === 'eval') return true
  const isOwnCode =
    hasOption(invocation, '-c') ||
    operandsOf(invocation).some(({ text, unknowns }) => text !== '-' && unknowns.length === 0)
  const isFedCode = args.some(({ unknowns }) =>
    unknowns.some(({ sources }) => sources.some((source) => DOWNLOADERS.has(source.name ?? ''))),
  )
  return isFedCode || !isOwnCode || hasOption(invocation, '-s')
}

function startsDownloaded(invocation: Invocation, program: BashProgram): Verdict {
  const files = downloadedFiles(program)
  if (files.size === 0) return false
  const isFile = (text: string) => files.has(text.replace(/^\.\//, ''))
  if (isFile(invocation.word.text) && invocation.word.text !== '') return true
  const [script] = operandsOf(invocation)
  return RUNNERS.includes(invocation.name ?? '') && script !== undefined && isFile(script.text)
}

const known = new WeakMap<BashProgram, Set<string>>()

function downloadedFiles(program: BashProgram): Set<string> {
  const before = known.get(program)
  if (before) return before
  const files = new Set<string>()
  for (const name of DOWNLOADERS) {
    for (const invocation of program.byName.get(name) ?? []) {
      for (const file of savedAs(invocation)) files.add(file.replace(/^\.\//, ''))
    }
  }
  known.set(program, files)
  return files
}

function savedAs(invocation: Invocation): string[] {
  const written = invocation.redirects
    .filter(({ operator }) => operator.startsWith('>'))
    .map(({ target }) => target.text)
  const named = valuesOf(invocation, '-o', '--output', '-O', '--output-document').map(({ text }) => text)
  const isByUrl = invocation.name === 'wget' || hasOption(invocation, '-O', '--remote-name')
  const [url] = operandsOf(invocation).filter(({ text }) => text.includes('/'))
  const last = isByUrl && url ? [url.text.slice(url.text.lastIndexOf('/') + 1)] : []
  return [...written, ...named, ...last].filter((file) => file !== '' && file !== '-' && !file.startsWith('/dev/'))
}

function insecureCurl(invocation: Invocation, { source }: BashProgram): Verdict {
  const option = invocation.args.find(
    ({ text }) =>
      /^(?:-k|--insecure|-[a-zA-Z]{1,8}k[a-zA-Z]{0,8}|-k[a-zA-Z]{1,8})$/.test(text) &&
      !/^-[a-zA-Z]*[oXHdAeuFTEbcm]./.test(text),
  )
  if (!option) return false
  const isWithSecret =
    hasOption(invocation, '-u', '--user') ||
    invocation.args.some(({ text }) => /^(?:Authorization|X-Api-Key|Cookie):/i.test(text))
  const fix = checkedFix(option, source)
  return { ...(isWithSecret ? { severity: 'high' as const } : {}), ...(fix ? { fix } : {}) }
}

/** Removes the option; from several letters together only its own. */
function checkedFix({ text, start, end }: Value, source: string): Spot['fix'] | undefined {
  const title = 'Check the certificate'
  if (source.slice(start, end) !== text) return undefined
  const isAlone = text === '-k' || text === '--insecure'
  if (isAlone) return source[start - 1] === ' ' ? { title, edits: [{ start: start - 1, end, text: '' }] } : undefined
  return /^-[sSfLvig]*k[sSfLvig]*$/.test(text)
    ? { title, edits: [{ start, end, text: text.replace('k', '') }] }
    : undefined
}
