import type { BashProgram, Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { operandsOf, wordsOf } from './options.ts'
import { packedFiles } from './packed-files.ts'
import { isOthersPath, isPersonalPath, isSecretPath, readsFile } from './secret-path.ts'
import { isLoggedIn, SENDERS, sentValues } from './sent-values.ts'
import { SOCKET_PATH } from './socket-path.ts'
import { fedBy, outputsIn, pipedFrom } from './upstream.ts'

const NAMERS = 'dig nslookup host ping getent drill'

export const sending: BashRule[] = [
  {
    id: 'bash/send-secrets',
    family: 'secrets',
    severity: 'critical',
    title: 'Sends keys, passwords or the environment to another machine',
    why: 'Whoever gets them can act as their owner.',
    remedy: 'Take it out, and renew what may have been sent.',
    cwe: [200, 522],
    find: byAny(
      byCommand(SENDERS, sentSecrets),
      byEveryCommand((own) => isOnSocket(own) && holdsSecret(own)),
    ),
  },
  {
    id: 'bash/send-files',
    family: 'network',
    severity: 'high',
    title: 'Sends files or facts about this machine to another one',
    why: 'What has left the machine cannot be called back.',
    remedy: 'Send only what the task needs, to a host that the user named.',
    cwe: [200],
    find: byAny(
      byCommand(SENDERS, sentFiles),
      byEveryCommand((own) => isOnSocket(own) && readsFile(own, isOthersPath)),
      byEveryCommand((own) => isOnSocket(own) && (DATA.has(own.name ?? '') || own.args.some(carriesData)) && 'medium'),
      byEveryCommand((own) => (ROUNDABOUT.get(own.name ?? '')?.test(toldBy(own)) ?? false) && 'medium'),
    ),
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
]

/** Programs for other work that bring data to a host of one's choice. */
const ROUNDABOUT = new Map([
  ['openssl', /^s_client\b.{0,200} </],
  ['socat', /(?:^| )(?:file|open):\S{1,200} (?:tcp|udp|openssl)[\w-]{0,10}:/i],
  ['curl', /(?:^| )(?:gopher|dict|telnet):\/\//],
  ['restic', /(?:rest|sftp|s3|rclone):/],
  ['whois', /-h \S{1,200} -p|-p \d{1,6} -h/],
  ['ping', /-p \$\{/],
  ['ping6', /-p \$\{/],
  ['lp', /-h /],
  ['cancel', /-h /],
])

/** The words of a command, and a mark where it reads a file as its input. */
const toldBy = (invocation: Invocation): string =>
  `${wordsOf(invocation)}${invocation.redirects.some(({ operator }) => operator === '<') ? ' <' : ''}`

const isOnSocket = ({ redirects }: Invocation): boolean =>
  redirects.some(({ operator, target }) => operator.startsWith('>') && SOCKET_PATH.test(target.text))

const printsEnvironment = ({ name, args }: Invocation): boolean =>
  (['env', 'printenv', 'export', 'declare', 'set'].includes(name ?? '') &&
    args.every(({ text }) => text.startsWith('-'))) ||
  (name === 'compgen' && args.some(({ text }) => text === '-v'))

const holdsSecret = (source: Invocation): boolean => readsFile(source, isSecretPath) || printsEnvironment(source)

const CREDENTIAL = /^(?:AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|SSH_PRIVATE_KEY)$/

function sentSecrets(invocation: Invocation, program: BashProgram): Verdict {
  const sent = sentValues(invocation)
  if (!sent) return false
  const packed = packedFiles(program)
  if (sent.some(({ text }) => isSecretPath(text) || packed.get(text) === 'secrets')) return true
  if (fedBy(invocation).some(holdsSecret)) return true
  const isPlainTransfer = ['curl', 'wget', 'nc', 'ncat', 'netcat'].includes(invocation.name ?? '')
  return isPlainTransfer && invocation.args.some(({ unknowns }) => unknowns.some(({ name }) => CREDENTIAL.test(name)))
}

function sentFiles(invocation: Invocation, program: BashProgram): Verdict {
  const sent = sentValues(invocation)
  if (!sent || sentSecrets(invocation, program)) return false
  if (sent.some(({ text }) => isPersonalPath(text))) return true
  const isOthers = sent.some(({ text }) => isOthersPath(text) || packedFiles(program).has(text))
  // Backups go to hosts on which the sender has an account.
  if (isLoggedIn(invocation)) return isOthers && (isToPublicAddress(invocation) ? 'high' : 'medium')
  const piped = pipedFrom(invocation)
  if (isOthers || piped.some((source) => readsFile(source, isOthersPath))) return true
  if (invocation.name === 'ssh') return false
  const isRaw = ['nc', 'ncat', 'netcat', 'telnet', 'socat'].includes(invocation.name ?? '')
  if (isRaw && (sent.length > 0 || piped.some(({ name }) => DATA.has(name ?? '')))) return true
  const revealed = invocation.args.flatMap(outputsIn)
  if (revealed.some((source) => REVEALING.has(source.name ?? '') || readsFile(source, isOthersPath))) return true
  return sent.length > 0 && 'medium'
}

/** A literal address that is not one of an inner network. */
const isToPublicAddress = (invocation: Invocation): boolean =>
  /@?(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}:/.test(
    operandsOf(invocation).at(-1)?.text ?? '',
  )

const DATA = new Set('cat tar gzip zip dd base64 xxd mysqldump pg_dump find history ps id uname'.split(' '))
/** Commands that reveal the user and the host of the program; `hostname` and `date` are in many harmless requests. */
const REVEALING = new Set('whoami id uname ifconfig ip base64 xxd history ps netstat last w tar zip find'.split(' '))

function carriesData(value: Value): boolean {
  return outputsIn(value).length > 0 || value.unknowns.some(({ origin }) => origin === 'output' || origin === 'input')
}
