import { CLIMBS, climbsIntoSystem } from '../../climbing-path.ts'
import type { Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byAny, byAssignment, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { operandsOf, valuesOf, wordsOf } from './options.ts'
import { isPersonalPath, isSecretPath, readsFile } from './secret-path.ts'
import { pipedFrom } from './upstream.ts'
import { writtenFiles } from './written-files.ts'

export const secrets: BashRule[] = [
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
      // A function of the program itself gets the path; what it does with it is not followed.
      if (invocation.isOwn && invocation.args.some(({ text }) => isSecretPath(text))) return 'medium'
      if (isHandedOut(invocation)) return 'medium'
      if (isSearchForSecrets(invocation)) return 'medium'
      if (readsFile(invocation, climbsIntoSystem)) return CLIMBS
      return readsFile(invocation, isPersonalPath) && (isKept(invocation) ? 'medium' : 'low')
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
    find: byAny(
      byCommand('find grep egrep rg ag locate getcap', searched),
      byCommand('find', (invocation) => gathers(invocation) && 'medium'),
    ),
  },
  {
    id: 'bash/watch-user',
    family: 'secrets',
    severity: 'high',
    title: 'Records what the user types, shows or says',
    why: 'Passwords and private talk end up where they do not belong.',
    remedy: 'Take it out.',
    cwe: [359],
    find: byAny(
      byAssignment(
        ({ name, value }) =>
          name === 'PROMPT_COMMAND' && /\bhistory\b|\blogger\b|BASH_COMMAND/.test(value.text) && 'medium',
      ),
      (program) =>
        program.functions
          .filter(({ name }) => /^(?:sudo|su|passwd|doas)$/.test(name))
          .map(({ start, end }) => ({
            start,
            end,
            severity: 'medium' as const,
            message: 'Stands in for a program that asks for passwords',
          })),
      byCommand(
        'trap',
        ({ args }) =>
          args.at(-1)?.text === 'DEBUG' &&
          /BASH_COMMAND/.test(args[0]?.text ?? '') &&
          LEAVES.test(args[0]?.text ?? '') &&
          'medium',
      ),
      byEveryCommand(({ name, args, redirects }) => {
        const words = args.map(({ text }) => text).join(' ')
        if (['logkeys', 'xspy', 'showkey', 'keysniffer'].includes(name ?? '')) return true
        if (name === 'xinput') return /\btest/.test(words)
        if (name === 'ffmpeg' || name === 'avconv')
          return /x11grab|avfoundation|\/dev\/video|-f (?:alsa|pulse)/.test(words)
        if (['arecord', 'fswebcam', 'xwd'].includes(name ?? '')) return true
        if (['scrot', 'screencapture'].includes(name ?? '')) return 'medium'
        if (name === 'import') return /-window root/.test(words) && 'medium'
        if (name === 'xclip' || name === 'xsel' || name === 'pbpaste') return 'low'
        const paths = [...args, ...redirects.map(({ target }) => target)]
        return paths.some(({ text }) => /^\/dev\/input\//.test(text))
      }),
    ),
  },
  {
    id: 'bash/password-in-command',
    family: 'secrets',
    severity: 'medium',
    title: 'Has a password in a command',
    why: 'Everybody who sees the program, its log or the list of processes can read it.',
    remedy: 'Read it from a variable of the environment or a file that only the owner can read.',
    cwe: [798, 214],
    find: byCommand(
      'sshpass mysql mysqldump mariadb curl wget psql smbclient redis-cli mongo openssl gpg gpg2 zip 7z 7za 7zr rar ccrypt',
      passwordGiven,
    ),
  },
]

/** A trap that writes or sends each command. */
const LEAVES = />|\b(?:logger|curl|wget|nc|tee)\b/

/** Accounts and histories that are copied or packed leave with the copy. */
function isKept(invocation: Invocation): boolean {
  if (/^(?:cp|mv|zip|7z|7za|gzip|gpg|openssl|ccrypt|dd|split|rsync|scp)$/.test(invocation.name ?? '')) return true
  return (
    /^(?:cat|tac|tail|head|less|strings)$/.test(invocation.name ?? '') &&
    writtenFiles(invocation).some(({ path }) => path.text !== '/dev/null')
  )
}

const SECRET_WORDS = /passw|\bpass\b|secret|token|api.?key|\bssh\b/i

/** Looks through a history for passwords, by itself or behind a pipe. */
function isSearchForSecrets(invocation: Invocation): boolean {
  if (!/^[ef]?grep$|^rg$/.test(invocation.name ?? '') || !SECRET_WORDS.test(wordsOf(invocation))) return false
  return [invocation, ...pipedFrom(invocation)].some((each) => readsFile(each, isPersonalPath))
}

/** Commands that hand out secrets which a service keeps. */
const isHandedOut = (invocation: Invocation): boolean =>
  HANDS_OUT.get(invocation.name ?? '')?.test(wordsOf(invocation)) ?? false

const HANDS_OUT = new Map([
  ['kubectl', /\bget secrets?\b|\/run\/secrets\//],
  ['aws', /^(?:secretsmanager get-secret-value|ssm get-parameters?\b.{0,200}--with-decryption)/],
  ['gcloud', /^secrets versions access|^auth print-access-token/],
  ['vault', /^(?:kv get|read)\b/],
  ['security', /^(?:find-(?:generic|internet)-password|dump-keychain|find-certificate)/],
])

const isTesting = ({ name }: Invocation): boolean =>
  ['[', '[[', 'test', 'ls', 'stat', 'chmod', 'chown', 'mkdir'].includes(name ?? '')

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

/** Copies documents of all users to one place. */
const gathers = (invocation: Invocation): boolean =>
  /^(?:\/|~|\/home|\/root|\/Users|\/mnt|\/media)(?: |\/ |$)/.test(wordsOf(invocation)) &&
  /-exec (?:cp|mv|tar|zip|scp|rsync|gpg|curl)\b/.test(wordsOf(invocation)) &&
  /\.(?:docx?|xlsx?|pdf|txt|jpe?g|csv|sqlite|db|odt|pptx?)\b/.test(wordsOf(invocation))

const SECRET_NAMES =
  /id_[rd]sa|id_ed25519|\.pem\b|\*\.key\b|\.kdbx|wallet|places\.sqlite|cookies\.sqlite|logins\.json|key[34]\.db|login data|\.gnupg|\.kube|\.docker|id_ecdsa|\.p12|\.pfx|\.ppk|htpasswd|wp-config|\.netrc|credentials|passw|\.env\b|\.ovpn|shadow|\.aws|_history/i

function passwordGiven(invocation: Invocation): Verdict {
  const isConstant = (value: Value) =>
    value.unknowns.length === 0 && value.text.length > 2 && !/^[<{%]|^(?:xxx|\*\*\*)/i.test(value.text)
  const { name } = invocation
  if (name === 'sshpass') {
    const tried = `\${${invocation.loop?.variable ?? ''}}`
    return valuesOf(invocation, '-p').some((value) => isConstant(value) || value.text === tried) && 'high'
  }
  if (name === 'mysql' || name === 'mysqldump' || name === 'mariadb') {
    return invocation.args.some((arg) => /^(?:-p.|--password=.)/.test(arg.text) && isConstant(arg))
  }
  if (name === 'curl')
    return valuesOf(invocation, '-u', '--user').some((value) => isConstant(value) && /:.{3}/.test(value.text))
  if (name === 'openssl')
    return (
      invocation.args.some((arg) => /^pass:./.test(arg.text) && isConstant(arg)) ||
      (/^enc\b/.test(wordsOf(invocation)) && valuesOf(invocation, '-k').some(isConstant))
    )
  if (name && /^gpg2?$/.test(name)) return valuesOf(invocation, '--passphrase').some(isConstant)
  if (name === 'zip') return valuesOf(invocation, '-P', '--password').some(isConstant)
  if (name && /^(?:7z[ar]?|rar)$/.test(name))
    return invocation.args.some((arg) => /^-h?p./.test(arg.text) && isConstant(arg))
  if (name === 'ccrypt') return valuesOf(invocation, '-K', '--key').some(isConstant)
  if (name === 'redis-cli') return valuesOf(invocation, '-a').some(isConstant)
  return invocation.args.some(
    (arg) => /^(?:--password=|\w{1,20}:\/\/[^/@\s]{1,80}:[^/@\s]{3,80}@)/.test(arg.text) && isConstant(arg),
  )
}
