import type { BashProgram, Invocation, Value } from '../read/bash-program.ts'
import { ELEVATORS, SHELLS } from '../read/wrapper.ts'
import { type BashRule, byAny, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { hasOption, operandsOf, wordsOf } from './options.ts'
import { pathKind } from './path-kind.ts'
import { fedBy, outputsIn } from './upstream.ts'

export const privilege: BashRule[] = [
  {
    id: 'bash/become-root',
    family: 'privilege',
    severity: 'medium',
    title: 'Runs a command with the rights of another user',
    why: 'With the rights of root nothing on the machine is safe from the program.',
    remedy: 'Write the program so that it needs no more rights than it has.',
    cwe: [250],
    find: byAny(
      byEveryCommand((invocation) => {
        const elevator = invocation.through.find((name) => ELEVATORS.has(name))
        const isDirect = elevator !== undefined && !invocation.through.some((name) => SHELLS.has(name))
        return isDirect && (isRootShell(invocation) ? 'high' : true)
      }),
      byCommand([...ELEVATORS].join(' '), (invocation) => (isInteractive(invocation) ? 'high' : true)),
    ),
  },
  {
    id: 'bash/set-user-id',
    family: 'privilege',
    severity: 'high',
    title: 'Lets a program run with the rights of its owner',
    why: 'Whoever starts the program gets these rights: the usual way to keep root after a break-in.',
    remedy: 'Use sudo with one line for the one command, or a service.',
    cwe: [269],
    find: byAny(
      byCommand('chmod', (invocation) =>
        operandsOf(invocation)
          .slice(0, 1)
          .some(
            ({ text }) =>
              /^(?:[ug]*\+[rwx]*s|[ug]+=[rwx]*s|[2467]\d{3}|0[246]\d{3})/.test(text) &&
              !/^0?2/.test(text) &&
              !/^g/.test(text),
          ),
      ),
      byCommand('install', (invocation) => /(?:-m ?|--mode=)0?[46]\d{3}/.test(wordsOf(invocation))),
    ),
  },
  {
    id: 'bash/give-capabilities',
    family: 'privilege',
    severity: 'high',
    title: 'Gives a program rights of root',
    why: 'Some of these rights are as good as root itself.',
    remedy: 'Give the one right that is needed, in the description of the service.',
    cwe: [269],
    find: byCommand('setcap capsh', (invocation) =>
      /cap_net_bind_service/.test(wordsOf(invocation)) ? 'medium' : !/--print|^-v/.test(wordsOf(invocation)),
    ),
  },
  {
    id: 'bash/change-kernel',
    family: 'privilege',
    severity: 'high',
    title: 'Changes the running kernel',
    why: 'Code in the kernel, or another kernel, is above every protection of the machine.',
    remedy: 'Leave the kernel to whoever looks after the machine.',
    cwe: [269],
    find: byAny(
      byCommand('insmod rmmod kexec dkms', () => true),
      byCommand('modprobe', (invocation) => !hasOption(invocation, '-n', '-c', '--show-depends') && 'medium'),
      byCommand(
        'sysctl',
        (invocation) =>
          (/kernel\.(?:core_pattern|randomize_va_space|yama|kptr|dmesg|modules|sysrq|unprivileged)|fs\.suid/.test(
            wordsOf(invocation),
          ) &&
            wordsOf(invocation).includes('=')) ||
          (hasOption(invocation, '-w') && 'medium'),
      ),
    ),
  },
  {
    id: 'bash/leave-the-sandbox',
    family: 'privilege',
    severity: 'high',
    title: 'Reaches for the machine behind its container',
    why: 'Mounting disks, entering other namespaces and privileged containers are ways out of a sandbox.',
    remedy: 'Work with the files that the program was given.',
    cwe: [250, 269],
    find: byAny(
      byCommand('mount', mounted),
      byEveryCommand((invocation) => invocation.through.includes('nsenter')),
      byCommand('nsenter pivot_root', () => true),
      byEveryCommand((invocation) => invocation.through.includes('chroot') && 'medium'),
      byEveryCommand(({ through }) => through.includes('unshare') && 'low'),
      byCommand('docker podman nerdctl ctr', (invocation) =>
        /--privileged|--pid[= ]host|--net(?:work)?[= ]host|-v \/:|--volume[= ]\/:|docker\.sock|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_PTRACE)|source=\/,/.test(
          wordsOf(invocation),
        ),
      ),
      byCommand('curl nc socat', (invocation) => /docker\.sock|containerd\.sock/.test(wordsOf(invocation))),
    ),
  },
  {
    id: 'bash/enter-process',
    family: 'privilege',
    severity: 'high',
    title: 'Reads or changes another running process',
    why: 'Passwords and keys stand in the memory of processes, and what they do can be changed.',
    remedy: 'Debug programs that you started yourself.',
    cwe: [269],
    find: byAny(
      byCommand('gdb lldb', (invocation) => hasOption(invocation, '-p', '--pid', '-pid')),
      byCommand('gcore reptyr process_vm_readv', () => true),
      byEveryCommand(
        ({ name, args }) =>
          (name === 'strace' || name === 'ltrace') && args.some(({ text }) => /^-[a-z]*p\d*$|^--attach/.test(text)),
      ),
    ),
  },
  {
    id: 'bash/stop-processes',
    family: 'privilege',
    severity: 'medium',
    title: 'Ends processes that it did not start',
    why: 'What they were doing is lost, and others depend on it.',
    remedy: 'End processes of your own, by their number.',
    cwe: [],
    find: byAny(
      byCommand(
        'kill',
        (invocation) =>
          /(?:^| )-(?:9|KILL|SIGKILL|s \w+|15|TERM) (?:-- )?-1(?: |$)|^-1 -1$/.test(wordsOf(invocation)) && 'critical',
      ),
      byCommand('kill', (invocation) => /^-(?:9|KILL|SIGKILL|s KILL) 1$/.test(wordsOf(invocation)) && 'high'),
      byCommand('killall5', () => 'critical'),
      byCommand('killall pkill skill', (invocation) => {
        if (
          hasOption(invocation, '-u', '-U', '--user', '-v', '--inverse') &&
          hasOption(invocation, '-9', '-KILL', '--signal')
        )
          return 'high'
        if (DEFENCES.test(wordsOf(invocation))) return 'high'
        return invocation.name !== 'pkill' || SERVICES.test(wordsOf(invocation)) || 'low'
      }),
      byCommand('kill', (invocation) => lookedUp(invocation).some((line) => SERVICES.test(line))),
      byCommand('shutdown reboot halt poweroff init telinit', (invocation) =>
        invocation.name?.includes('init') === true
          ? /^[06]$/.test(wordsOf(invocation)) && 'high'
          : !hasOption(invocation, '-c', '--help') && 'high',
      ),
      byCommand('systemctl', (invocation) => /^(?:reboot|poweroff|halt|kexec)\b/.test(wordsOf(invocation)) && 'high'),
    ),
  },
  {
    id: 'bash/open-to-everybody',
    family: 'files',
    severity: 'medium',
    title: 'Lets everybody change files',
    why: 'Any program of any user can then put its own code or data there.',
    remedy: 'Give rights to the owner: 755 for programs and folders, 644 for other files.',
    cwe: [732],
    find: byAny(
      byCommand('chmod', openedToAll),
      byCommand('umask', (invocation) => /^0{1,4}$/.test(wordsOf(invocation)) && 'low'),
    ),
  },
  {
    id: 'bash/change-access',
    family: 'files',
    severity: 'low',
    title: 'Changes who owns or may use files',
    why: 'On files of the system it takes rights away from programs, or gives them to strangers.',
    remedy: 'Change the owner of files that the program made.',
    cwe: [732],
    find: byCommand('chown chgrp chmod chattr setfacl', (invocation) => {
      const kinds = operandsOf(invocation)
        .slice(1)
        .map(({ text }) => pathKind(text))
      if (hasOption(invocation, '-R', '--recursive') && kinds.includes('root')) return 'critical'
      const isToRoot = /^(?:root|0)(?::|$)/.test(operandsOf(invocation)[0]?.text ?? '')
      const isOnSystem = kinds.includes('system') && !isToRoot
      if (invocation.name !== 'chown' && invocation.name !== 'chgrp') {
        return isOnSystem && (LOCKING.test(operandsOf(invocation)[0]?.text ?? '') ? 'high' : 'medium')
      }
      return isOnSystem ? 'high' : true
    }),
  },
]

/** Modes that take all rights from a class of users. */
const LOCKING = /^(?:0{1,4}|[ugoa]*-[rwx]+|[ugoa]*=)$/

/** Services that the machine or many programs on it need. */
const SERVICES =
  /\b(?:sshd|crond?|systemd[\w-]*|dbus[\w-]*|udevd|init|login|getty|NetworkManager|dhclient|named|rpcbind|polkitd|snapd|cupsd|dockerd|containerd[\w-]*|runc|kubelet|libvirtd|postgres|mysqld|mariadbd|mongod|redis-server|slapd|smbd|nfsd)\b/

/** The commands that find the processes which this one ends: before it, in its words, or in those of the loop around it. */
function lookedUp(invocation: Invocation): string[] {
  const { args, loop } = invocation
  const isOfLoop = args.some(({ text }) => text === `\${${loop?.variable}}`)
  const finders = [...fedBy(invocation), ...(isOfLoop ? (loop?.over ?? []).flatMap(outputsIn) : [])]
  return finders.some(({ name }) => /^(?:ps|pgrep|pidof)$/.test(name ?? '')) ? finders.map(wordsOf) : []
}

const DEFENCES =
  /auditd|rsyslog|syslog|falcon|clamav|clamd|ossec|wazuh|fail2ban|crowdstrike|sysmon|defender|mdatp|apparmor|firewalld/

const isRootShell = ({ name, args }: Invocation): boolean =>
  name === 'su' || (SHELLS.has(name ?? '') && args.every(({ text }) => text.startsWith('-') && !text.includes('c')))

const isInteractive = (invocation: Invocation): boolean =>
  invocation.name === 'sudo' && hasOption(invocation, '-i', '-s') && operandsOf(invocation).length === 0

function mounted(invocation: Invocation): Verdict {
  const words = wordsOf(invocation)
  if (words === '' || /^-l\b/.test(words)) return false
  return /\/dev\/(?:[shv]d|nvme|xvd|mapper|disk)|--r?bind \/ |cgroup|-t (?:proc|sysfs|cgroup)|remount,(?:rw|exec)/.test(
    words,
  )
    ? true
    : 'medium'
}

const WORLD_WRITABLE = /^(?:0?[0-7]?[0-7]{2}[2367]|[ugoa]*[ao][ugoa]*[+=][rxX]*w[rwxX]*|\+w|\+rwx)$/

function openedToAll(invocation: Invocation, { source }: BashProgram): Verdict {
  const [mode, ...files] = operandsOf(invocation)
  const kinds = files.map(({ text }) => pathKind(text))
  const isDeep = hasOption(invocation, '-R', '--recursive')
  if (mode && isDeep && kinds.includes('root')) return 'critical'
  if (!mode || !WORLD_WRITABLE.test(mode.text) || /^0?1777$/.test(mode.text)) return false
  const fix = narrowed(mode, source)
  const isSystem = kinds.includes('system') || (isDeep && kinds.includes('part-of-system'))
  return { ...(isSystem ? { severity: 'high' as const } : {}), ...(fix ? { fix } : {}) }
}

const NARROWER: Record<string, string | undefined> = { '777': '755', '0777': '0755', '666': '644', '0666': '0644' }

function narrowed({ text, start, end }: Value, source: string) {
  const better = NARROWER[text]
  if (better === undefined || source.slice(start, end) !== text) return undefined
  return { title: `Let only the owner write: ${better}`, edits: [{ start, end, text: better }] }
}
