import type { Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { hasOption, operandsOf, valuesOf } from './options.ts'
import { isPersonalPath, isSecretPath, readsFile } from './secret-path.ts'
import { fedBy, outputsIn, pipedFrom } from './upstream.ts'

const SENDERS =
  'curl wget nc ncat netcat socat telnet scp rsync sftp ftp tftp mail mutt sendmail ssh http aws gsutil rclone'
const NAMERS = 'dig nslookup host ping getent drill'

export const exfiltration: BashRule[] = [
  {
    id: 'bash/send-secrets',
    family: 'secrets',
    severity: 'critical',
    title: 'Sends keys, passwords or the environment to another machine',
    why: 'Whoever gets them can act as their owner.',
    remedy: 'Take it out, and renew what may have been sent.',
    cwe: [200, 522],
    find: byCommand(SENDERS, sentSecrets),
  },
  {
    id: 'bash/send-files',
    family: 'network',
    severity: 'high',
    title: 'Sends files or facts about this machine to another one',
    why: 'What has left the machine cannot be called back.',
    remedy: 'Send only what the task needs, to a host that the user named.',
    cwe: [200],
    find: byCommand(SENDERS, sentFiles),
  },
  {
    id: 'bash/send-by-name-lookup',
    family: 'network',
    severity: 'high',
    title: 'Hides data in names that it looks up',
    why: 'Lookups of names pass where other traffic is refused: a known way to carry data out.',
    remedy: 'Take it out.',
    cwe: [200],
    find: byCommand(NAMERS, (invocation) =>
      operandsOf(invocation).some((value) => value.text.includes('}.') && carriesData(value)),
    ),
  },
  {
    id: 'bash/read-secret',
    family: 'secrets',
    severity: 'high',
    title: 'Reads a file that holds keys or passwords',
    why: 'With what stands in it, others can act as its owner.',
    remedy: 'Hand the one secret that is needed over as a variable of the environment.',
    cwe: [522],
    find: byEveryCommand((invocation) => {
      if (isTesting(invocation)) return false
      if (readsFile(invocation, isSecretPath)) return true
      return readsFile(invocation, isPersonalPath) && 'low'
    }),
  },
  {
    id: 'bash/search-secrets',
    family: 'secrets',
    severity: 'high',
    title: 'Searches the machine for secrets or ways to more rights',
    why: 'That is what intruders do first.',
    remedy: 'Read the files that the task names.',
    cwe: [200],
    find: byCommand('find grep egrep rg ag locate getcap', searched),
  },
  {
    id: 'bash/watch-user',
    family: 'secrets',
    severity: 'high',
    title: 'Records what the user types, shows or says',
    why: 'Passwords and private talk end up where they do not belong.',
    remedy: 'Take it out.',
    cwe: [359],
    find: byEveryCommand(({ name, args, redirects }) => {
      const words = args.map(({ text }) => text).join(' ')
      if (['logkeys', 'xspy', 'showkey', 'keysniffer'].includes(name ?? '')) return true
      if (name === 'xinput') return /\btest/.test(words)
      if (name === 'ffmpeg' || name === 'avconv')
        return /x11grab|avfoundation|\/dev\/video|-f (?:alsa|pulse)/.test(words)
      if (['scrot', 'arecord', 'fswebcam', 'screencapture', 'xwd'].includes(name ?? '')) return 'medium'
      if (name === 'xclip' || name === 'xsel' || name === 'pbpaste') return 'low'
      const paths = [...args, ...redirects.map(({ target }) => target)]
      return paths.some(({ text }) => /^\/dev\/input\//.test(text))
    }),
  },
  {
    id: 'bash/password-in-command',
    family: 'secrets',
    severity: 'medium',
    title: 'Has a password in a command',
    why: 'Everybody who sees the program, its log or the list of processes can read it.',
    remedy: 'Read it from a variable of the environment or a file that only the owner can read.',
    cwe: [798, 214],
    find: byCommand('sshpass mysql mysqldump mariadb curl wget psql smbclient redis-cli mongo openssl', passwordGiven),
  },
]

const isTesting = ({ name }: Invocation): boolean =>
  ['[', '[[', 'test', 'ls', 'stat', 'chmod', 'chown', 'mkdir'].includes(name ?? '')

const printsEnvironment = ({ name, args }: Invocation): boolean =>
  ((name === 'env' || name === 'printenv' || name === 'export' || name === 'declare' || name === 'set') &&
    args.every(({ text }) => text.startsWith('-'))) ||
  (name === 'compgen' && args.some(({ text }) => text === '-v'))

const isSecretSource = (source: Invocation): boolean => readsFile(source, isSecretPath) || printsEnvironment(source)

function sentSecrets(invocation: Invocation): Verdict {
  if (!isSending(invocation)) return false
  if (uploaded(invocation).some(({ text }) => isSecretPath(text))) return true
  if (fedBy(invocation).some(isSecretSource)) return true
  const input = invocation.redirects.find(({ operator }) => operator === '<')
  if (input && isSecretPath(input.target.text)) return true
  return (
    invocation.args.some(({ unknowns }) => unknowns.some(({ name }) => CREDENTIAL.test(name))) &&
    isForeignUse(invocation)
  )
}

const CREDENTIAL = /^(?:AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|SSH_PRIVATE_KEY)$/

const isForeignUse = ({ name }: Invocation): boolean => ['curl', 'wget', 'nc', 'ncat', 'netcat'].includes(name ?? '')

/** scp and its kind send only when something remote stands last. */
function isSending(invocation: Invocation): boolean {
  const { name } = invocation
  if (name === 'scp' || name === 'rsync') return /[\w}]:/.test(operandsOf(invocation).at(-1)?.text ?? '')
  if (name === 'aws' || name === 'gsutil') return /^s3:|^gs:/.test(operandsOf(invocation).at(-1)?.text ?? '')
  return true
}

/** The words of a command that name or hold what is sent. */
function uploaded(invocation: Invocation): Value[] {
  const { name } = invocation
  if (name === 'curl') {
    const given = valuesOf(
      invocation,
      '-d',
      '--data',
      '--data-binary',
      '--data-raw',
      '--data-urlencode',
      '-F',
      '--form',
    )
    const files = given.flatMap((value) => {
      const at = value.text.search(/@|=</)
      return at < 0
        ? []
        : [{ ...value, text: value.text.slice(at + (value.text[at] === '@' ? 1 : 2)).replace(/;.*$/, '') }]
    })
    return [...files, ...valuesOf(invocation, '-T', '--upload-file')]
  }
  if (name === 'wget') return valuesOf(invocation, '--post-file', '--body-file')
  if (['scp', 'rsync', 'sftp', 'aws', 'gsutil', 'rclone'].includes(name ?? ''))
    return operandsOf(invocation).slice(0, -1)
  if (['mail', 'mutt'].includes(name ?? '')) return valuesOf(invocation, '-a', '-A')
  return []
}

function sentFiles(invocation: Invocation): Verdict {
  if (!isSending(invocation) || sentSecrets(invocation)) return false
  const files = uploaded(invocation)
  const input = invocation.redirects.find(
    ({ operator, target }) => operator === '<' && !target.text.startsWith('/dev/'),
  )
  if ([...files, ...(input ? [input.target] : [])].some(({ text }) => isOthers(text))) return true
  if (invocation.name === 'ssh' && pipedFrom(invocation).some((source) => readsFile(source, isOthers))) return true
  const isRaw = ['nc', 'ncat', 'netcat', 'telnet', 'socat'].includes(invocation.name ?? '')
  if (isRaw && (input || pipedFrom(invocation).some(({ name }) => DATA.has(name ?? '')))) return true
  if (['curl', 'wget', 'http'].includes(invocation.name ?? '')) {
    const values = invocation.args.filter(({ unknowns }) => unknowns.length > 0)
    if (
      values.some((value) =>
        outputsIn(value).some((source) => REVEALING.has(source.name ?? '') || isOthersRead(source)),
      )
    )
      return true
    if (hasOption(invocation, '-d', '--data-binary', '-T', '-F', '--data') && pipedFrom(invocation).some(isArchiving))
      return true
  }
  return files.length > 0 && !['scp', 'rsync', 'aws', 'gsutil'].includes(invocation.name ?? '') ? 'medium' : false
}

const isOthers = (text: string): boolean =>
  isPersonalPath(text) || /^(?:\/(?:etc|home|root|var)\b|~\/?$|~\/(?:Documents|Desktop|Pictures))/.test(text)
const isOthersRead = (source: Invocation): boolean => readsFile(source, isOthers) || isArchiving(source)
const isArchiving = ({ name, args }: Invocation): boolean =>
  ['tar', 'zip', 'find', 'ps', 'history'].includes(name ?? '') && args.length >= 0
const DATA = new Set('cat tar gzip zip dd base64 xxd mysqldump pg_dump find history ps id uname'.split(' '))
/** Commands that tell who and where the program is; `hostname` and `date` are in many harmless requests. */
const REVEALING = new Set('whoami id uname ifconfig ip base64 xxd history ps netstat last w'.split(' '))

function carriesData(value: Value): boolean {
  return outputsIn(value).length > 0 || value.unknowns.some(({ origin }) => origin === 'output' || origin === 'input')
}

function searched(invocation: Invocation): Verdict {
  const words = invocation.args.map(({ text }) => text).join(' ')
  if (invocation.name === 'getcap') return / ?\/$/.test(words)
  if (invocation.name === 'find') {
    if (/-perm [-/]?(?:u=s|g=s|\+s|-?[246]000|\/?6000|-?u\+s)/.test(words)) return true
    return /^(?:\/|~|\/home|\/root|\/etc|\/Users)(?: |\/)/.test(words) && SECRET_NAMES.test(words)
  }
  const isWide = operandsOf(invocation)
    .slice(1)
    .some(({ text }) => /^(?:\/(?:etc|home|var|root|opt)?\/?|~\/?)$/.test(text))
  return isWide && /passw|secret|api.?key|token|private key|credential|AKIA/i.test(words)
}

const SECRET_NAMES =
  /id_[rd]sa|id_ed25519|\.pem\b|\*\.key\b|\.kdbx|wallet|credentials|passw|\.env\b|\.ovpn|shadow|\.aws|_history/

function passwordGiven(invocation: Invocation): Verdict {
  const isConstant = (value: Value) =>
    value.unknowns.length === 0 && value.text.length > 2 && !/^[<{%]|^(?:xxx|\*\*\*)/i.test(value.text)
  const { name } = invocation
  if (name === 'sshpass') return valuesOf(invocation, '-p').some(isConstant) && 'high'
  if (name === 'mysql' || name === 'mysqldump' || name === 'mariadb') {
    return invocation.args.some((arg) => /^(?:-p.|--password=.)/.test(arg.text) && isConstant(arg))
  }
  if (name === 'curl')
    return valuesOf(invocation, '-u', '--user').some((value) => isConstant(value) && /:.{3}/.test(value.text))
  if (name === 'openssl') return invocation.args.some((arg) => /^pass:./.test(arg.text) && isConstant(arg))
  if (name === 'redis-cli') return valuesOf(invocation, '-a').some(isConstant)
  return invocation.args.some(
    (arg) => /^(?:--password=|\w{1,20}:\/\/[^/@\s]{1,80}:[^/@\s]{3,80}@)/.test(arg.text) && isConstant(arg),
  )
}
