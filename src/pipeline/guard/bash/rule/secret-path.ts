import { sensitivityOf } from '../../sensitive-path.ts'
import type { Invocation } from '../read/bash-program.ts'
import { plainPath } from './path-kind.ts'

/** Files that hold keys, passwords and other people's secrets. */
export const isSecretPath = (text: string): boolean => {
  const path = plainPath(text.replace(/^@/, '').slice(0, 300))
  return sensitivityOf(path) === 'secret' && !path.startsWith('/etc/skel')
}

/** Files with traces of users and their work. */
export const isPersonalPath = (text: string): boolean => {
  const path = plainPath(text.replace(/^@/, '').slice(0, 300))
  return sensitivityOf(path) === 'personal' || PERSONAL.test(path)
}

const PERSONAL = /^\/etc\/(?:group|hosts)$|(?:^|\/)\.(?:env|env\.\w+|bashrc|profile)$|^\/var\/log\//

/** Files of other users or of the system, secret or not. */
export const isOthersPath = (text: string): boolean =>
  isPersonalPath(text) || OTHERS.test(plainPath(text.slice(0, 300)))

const OTHERS =
  /^(?:\/etc(?:\/.*)?|\/(?:home|root|Users)(?:\/[\w*-]+)?(?:\/\*)?|\/home\/\*\/.*|\/var\/(?:log|lib|mail|spool|backups)(?:\/.*)?|~(?:\/\*)?|~\/(?:Documents|Desktop|Pictures|Downloads)(?:\/.*)?)$/

const READERS = new Set(
  (
    'cat tac less more head tail nl od xxd hexdump strings base64 base32 grep egrep fgrep awk sed cut sort uniq cp mv scp rsync tar ' +
    'zip gzip 7z dd tee curl wget nc ncat netcat openssl gpg vi vim nano view bat find unshadow john hashcat python python3 perl ' +
    'rev wc diff cmp split ln install cpio ftp sftp mail mutt paste fold fmt pr jq source . mapfile readarray read'
  ).split(' '),
)

/** Whether a command reads one of these files, by its words or its input. */
export function readsFile(invocation: Invocation, isWanted: (path: string) => boolean): boolean {
  const { name, args, redirects } = invocation
  if (redirects.some(({ operator, target }) => operator.startsWith('<') && isWanted(target.text))) return true
  if (name === undefined || !READERS.has(name)) return false
  return args.some(({ text }, at) => {
    if (
      ['-i', '--key', '--cert', '-E', '--cacert', '-F', '-keyout', '-out', '-o'].includes(args[at - 1]?.text ?? '') &&
      name !== 'curl'
    )
      return false
    return isWanted(text.replace(/^(?:if|file)=/, ''))
  })
}
