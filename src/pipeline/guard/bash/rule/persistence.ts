import { protectionOf } from '../../protected-path.ts'
import type { Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byAny, byAssignment, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { hasOption, operandsOf, wordsOf } from './options.ts'
import { plainPath } from './path-kind.ts'
import { writtenFiles } from './written-files.ts'

export const persistence: BashRule[] = [
  {
    id: 'bash/start-by-itself',
    family: 'privilege',
    severity: 'high',
    title: 'Makes something start by itself, later or at every start',
    why: 'It goes on after the program has ended, when nobody is looking.',
    remedy: 'Run it once, or let whoever looks after the machine set up the service.',
    cwe: [506],
    find: byAny(
      byCommand(
        'crontab',
        (invocation) =>
          !hasOption(invocation, '-l', '-r') &&
          (invocation.isPiped || invocation.args.length > 0 || invocation.input !== undefined),
      ),
      byEveryCommand((invocation) => writtenFiles(invocation).some((file) => kindOf(file) === 'start')),
      byCommand('systemctl', (invocation) => /^(?:--user )?enable\b/.test(wordsOf(invocation)) && 'low'),
      byCommand('systemctl', (invocation) => /^(?:--user )?link\b/.test(wordsOf(invocation)) && 'medium'),
      byEveryCommand(({ through }) => through.includes('systemd-run') && 'medium'),
      byCommand('launchctl', (invocation) => /^(?:submit|load|bootstrap)\b/.test(wordsOf(invocation)) && 'medium'),
      byCommand(
        'git',
        (invocation) =>
          /^config\b.*\b(?:core\.(?:sshCommand|hooksPath|fsmonitor|pager|editor|askPass)|alias\.\S{1,40} !)/i.test(
            wordsOf(invocation),
          ) &&
          (/\/tmp\/|\/dev\/shm\/|curl|wget|base64/.test(wordsOf(invocation)) || 'low'),
      ),
      byCommand('at batch', (invocation) => invocation.isPiped || invocation.input !== undefined),
    ),
  },
  {
    id: 'bash/change-shell-start',
    family: 'privilege',
    severity: 'medium',
    title: 'Changes what the shell of a user does when it starts',
    why: 'What stands there runs with every new shell, without being asked.',
    remedy: 'Tell the user which line to add.',
    cwe: [506],
    find: byEveryCommand((invocation) => {
      const written = writtenFiles(invocation).find((file) => kindOf(file) === 'shell')
      if (written) return isPlainSetting(written.content) ? true : 'high'
      const hook = writtenFiles(invocation).find((file) => kindOf(file) === 'hook')
      return hook && (HOSTILE_LINE.test(hook.content?.text ?? '') ? 'high' : 'low')
    }),
  },
  {
    id: 'bash/add-login-key',
    family: 'privilege',
    severity: 'high',
    title: 'Adds a key with which others can log in',
    why: 'Whoever has the other half of the key can come back at any time.',
    remedy: 'Let the owner of the account add keys.',
    cwe: [506],
    find: byEveryCommand((invocation) => writtenFiles(invocation).some((file) => kindOf(file) === 'login')),
  },
  {
    id: 'bash/copy-itself',
    family: 'privilege',
    severity: 'high',
    title: 'Copies itself to another machine or to where programs are started',
    why: 'That is how worms spread, and how programs come back that were removed.',
    remedy: 'Bring programs to other machines with the tools that are made for it.',
    cwe: [506, 509],
    find: byCommand('scp rsync sftp cp install', (invocation) => {
      const [last, ...copied] = operandsOf(invocation).reverse()
      const isSelf = copied.some(({ text }) => /^\$\{(?:0|BASH_SOURCE)\}$/.test(text))
      const isLocal = invocation.name === 'cp' || invocation.name === 'install'
      return isSelf && (!isLocal || /^\/(?:etc|usr|bin|tmp\/\.|dev\/shm)|\/\.config\//.test(last?.text ?? ''))
    }),
  },
  {
    id: 'bash/write-system-file',
    family: 'files',
    severity: 'high',
    title: 'Writes to a file that the system depends on',
    why: 'Accounts, rights, names of hosts and programs for everybody are kept there.',
    remedy: 'Write below the working directory.',
    cwe: [732, 73],
    find: byEveryCommand((invocation) => {
      const kinds = writtenFiles(invocation).map(kindOf)
      return kinds.includes('takeover') ? 'critical' : kinds.includes('system')
    }),
  },
  {
    id: 'bash/preload-library',
    family: 'privilege',
    severity: 'high',
    title: 'Loads a library into every program that is started',
    why: 'The library can change what those programs do, without a trace in them.',
    remedy: 'Link the library into the one program that needs it.',
    cwe: [426, 427],
    find: byAssignment(({ name, value }) => {
      if (['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES'].includes(name))
        return value.text !== '' && (isKnownAllocator(value) ? 'low' : value.unknowns.length > 0 ? 'medium' : true)
      if (name === 'PATH') return /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\.|:)(?:[/:]|$)/.test(value.text) && 'medium'
      return (
        ['BASH_ENV', 'PROMPT_COMMAND'].includes(name) && /curl|wget|\bnc\b|\/tmp\/|base64|\/dev\/tcp/.test(value.text)
      )
    }),
  },
  {
    id: 'bash/change-accounts',
    family: 'privilege',
    severity: 'high',
    title: 'Makes accounts or changes passwords and groups',
    why: 'A new account, or a group with more rights, is a way back in.',
    remedy: 'Leave accounts to whoever looks after the machine.',
    cwe: [269],
    find: byAny(
      byCommand(
        'useradd adduser usermod gpasswd passwd chpasswd groupadd addgroup userdel deluser vipw visudo chage',
        changedAccounts,
      ),
      byCommand('pw', (invocation) => /\b(?:user|group)(?:add|mod|del)\b/.test(wordsOf(invocation))),
      byCommand('dscl', (invocation) => /-(?:create|append|passwd|delete)\b/.test(wordsOf(invocation))),
      byCommand('dsenableroot', () => true),
      byCommand('chsh', (invocation) => operandsOf(invocation).length > 0 && 'medium'),
      byCommand('kubectl', (invocation) =>
        /^create (?:cluster)?rolebinding\b.*cluster-admin/.test(wordsOf(invocation)),
      ),
      byCommand('ldapadd ldapmodify ldapdelete ldappasswd', () => 'medium'),
      byCommand(
        'samba-tool',
        (invocation) => /^(?:user|group) (?:add|create|delete|set)/.test(wordsOf(invocation)) && 'medium',
      ),
    ),
  },
]

const kindOf = ({ path }: { path: Value }) => protectionOf(plainPath(path.text))

/** Whether all lines only configure a shell and start nothing. */
function isPlainSetting(content: Value | undefined): boolean {
  if (!content) return true
  return content.text.split('\n').every((line) => PLAIN_LINE.test(line) && !HOSTILE_LINE.test(line))
}
const PLAIN_LINE =
  /^\s*(?:$|#|export\b|alias\b|source\b|\.\s|PATH=|eval "\$|\[|if\b|fi\b|then\b|set\b|umask\b|shopt\b|complete\b|\w+=|\w+\(\)|\}|bind|autoload|compinit|unset\b)/
const HOSTILE_LINE = /\/dev\/tcp|\bcurl\b|\bwget\b|\bncat?\b|base64|\/tmp\/|nohup|HISTFILE|alias sudo|LD_PRELOAD|&\s*$/

const isKnownAllocator = ({ text }: Value): boolean =>
  /lib(?:jemalloc|tcmalloc|mimalloc|asan|gomp|eatmydata)/.test(text)

function changedAccounts(invocation: Invocation): Verdict {
  const words = ` ${wordsOf(invocation)} `
  const { name } = invocation
  if (
    / (?:-o|--non-unique) | -u 0 | -G \S{0,80}(?:sudo|wheel|root|docker|admin)| -aG? \S{0,80}(?:sudo|wheel|root|docker|admin)| (?:sudo|wheel|docker|root) $/.test(
      words,
    )
  )
    return true
  if (name === 'userdel' || name === 'deluser') return / -r |--remove/.test(words) || 'medium'
  if (name === 'chpasswd' || name === 'visudo' || name === 'vipw') return true
  if (name === 'passwd')
    return (
      invocation.isPiped ||
      hasOption(invocation, '-d', '--delete', '--stdin', '-u') ||
      operandsOf(invocation).length > 0
    )
  return 'medium'
}
