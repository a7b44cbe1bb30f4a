import { protectionOf } from '../../protected-path.ts'
import type { Invocation } from '../read/bash-program.ts'
import {
  type BashRule,
  byAny,
  byAssignment,
  byCommand,
  byEveryCommand,
  byRedirect,
  type Verdict,
} from './by-command.ts'
import { hasOption, operandsOf, wordsOf } from './options.ts'
import { plainPath } from './path-kind.ts'
import { outputsIn } from './upstream.ts'
import { writtenFiles } from './written-files.ts'

const LOG =
  /^\/var\/(?:log|adm|account|mail|spool\/mail|run\/utmp)(?:\/|$)|(?:^|\/)\.(?:bash|zsh|sh|python|mysql)_history$|\/(?:wtmp|btmp|utmp|lastlog)$/

export const tampering: BashRule[] = [
  {
    id: 'bash/wipe-logs',
    family: 'privilege',
    severity: 'high',
    title: 'Removes logs or the history of commands',
    why: 'Without them nobody can find out what happened.',
    remedy: 'Leave logs to logrotate.',
    cwe: [778, 223],
    find: byAny(
      byCommand('rm shred truncate unlink srm', (invocation) =>
        operandsOf(invocation).some(({ text }) => LOG.test(plainPath(text))),
      ),
      byRedirect(
        ({ operator, target, content }) =>
          (operator === '>' || operator === '>|' || operator === '&>') &&
          LOG.test(plainPath(target.text)) &&
          (content === undefined || content.text.trim() === '') &&
          /_history$|(?:wtmp|btmp|lastlog|auth\.log|secure|syslog|messages)$|\*/.test(target.text),
      ),
      byCommand(
        'ln',
        (invocation) =>
          operandsOf(invocation)[0]?.text === '/dev/null' && LOG.test(plainPath(operandsOf(invocation)[1]?.text ?? '')),
      ),
      byCommand(
        'cp cat dd',
        (invocation) =>
          /^(?:if=\/dev\/(?:zero|null|u?random)|\/dev\/null)$/.test(invocation.args[0]?.text ?? '') &&
          writtenFiles(invocation).some(({ path }) => LOG.test(plainPath(path.text))),
      ),
      byCommand('journalctl', (invocation) =>
        /--vacuum-(?:time|size|files)=(?:1s|0|1\b|1[KM]?\b)|--rotate --vacuum/.test(wordsOf(invocation)),
      ),
      byCommand(
        'sed',
        (invocation) =>
          hasOption(invocation, '-i', '--in-place') &&
          operandsOf(invocation)
            .slice(1)
            .some(({ text }) => LOG.test(plainPath(text))),
      ),
      byCommand('wevtutil utmpdump', (invocation) => /^cl\b/.test(wordsOf(invocation))),
    ),
  },
  {
    id: 'bash/hide-history',
    family: 'privilege',
    severity: 'high',
    title: 'Keeps the shell from remembering its commands',
    why: 'What was done can then not be found out.',
    remedy: 'Leave the history on.',
    cwe: [778],
    find: byAny(
      byCommand('unset', (invocation) => /\bHIST(?:FILE|SIZE|FILESIZE|CONTROL)?\b/.test(wordsOf(invocation))),
      byCommand('history', (invocation) => hasOption(invocation, '-c', '-d')),
      byCommand('set', (invocation) => /\+o history/.test(wordsOf(invocation))),
      byAssignment(
        ({ name, value }) =>
          (name === 'HISTFILE' && (value.text === '/dev/null' || value.text === '')) ||
          (/^HIST(?:FILE)?SIZE$/.test(name) && value.text === '0') ||
          (name === 'HISTIGNORE' && value.text === '*') ||
          (name === 'HISTCONTROL' && /ignore(?:both|space)/.test(value.text) && 'medium'),
      ),
    ),
  },
  {
    id: 'bash/disable-defence',
    family: 'privilege',
    severity: 'high',
    title: 'Turns off what protects or watches the machine',
    why: 'Firewall, access control and audit are what stops and records an attack.',
    remedy: 'Open what is needed, and leave the rest on.',
    cwe: [693],
    find: byAny(
      byCommand(
        'iptables ip6tables',
        (invocation) =>
          hasOption(invocation, '-F', '--flush', '-X', '-D', '--delete') ||
          /-P (?:INPUT|FORWARD) ACCEPT/.test(wordsOf(invocation)),
      ),
      byCommand('nft', (invocation) => /^flush ruleset/.test(wordsOf(invocation))),
      byCommand('ufw', (invocation) =>
        /^(?:--force )?(?:disable|reset|delete|logging off|prepend|insert|default allow)/.test(wordsOf(invocation)),
      ),
      byCommand('setenforce', (invocation) => /^(?:0|permissive)$/i.test(wordsOf(invocation))),
      byCommand('auditctl', (invocation) => hasOption(invocation, '-D') || /-e 0/.test(wordsOf(invocation))),
      byCommand('kill pkill killall', (invocation) => {
        const given = invocation.args.flatMap((arg) => [arg.text, ...outputsIn(arg).map(wordsOf)])
        return given.some((text) => DEFENCE.test(text))
      }),
      byCommand('aa-teardown aa-disable aa-complain', () => true),
      byCommand(
        'systemctl service rc-service chkconfig update-rc.d',
        (invocation) =>
          /\b(?:stop|disable|mask|off|kill|remove)\b/.test(wordsOf(invocation)) && DEFENCE.test(wordsOf(invocation)),
      ),
      byCommand('csrutil spctl', (invocation) => /disable/.test(wordsOf(invocation))),
      byCommand(
        'apt apt-get yum dnf',
        (invocation) => /\b(?:remove|purge|erase)\b/.test(wordsOf(invocation)) && DEFENCE.test(wordsOf(invocation)),
      ),
      byCommand(
        'sed',
        (invocation) =>
          /SELINUX=(?:disabled|permissive)|PermitRootLogin yes|PasswordAuthentication yes/.test(wordsOf(invocation)) &&
          hasOption(invocation, '-i', '--in-place'),
      ),
    ),
  },
  {
    id: 'bash/cover-tracks',
    family: 'obfuscation',
    severity: 'medium',
    title: 'Gives a file a false time, a hidden place or a lock',
    why: 'That is how files of an intruder are kept from being found or removed.',
    remedy: 'Leave times as they are, and keep files where they belong.',
    cwe: [506],
    find: byAny(
      byCommand(
        'touch',
        (invocation) =>
          hasOption(invocation, '-r', '-t', '-d', '-at', '-mt') &&
          (operandsOf(invocation).some(({ text }) => /^\/(?:etc|usr|bin|sbin|lib)\b/.test(text)) ? 'high' : 'low'),
      ),
      byCommand(
        'date',
        (invocation) => hasOption(invocation, '-s', '--set') || /^\d{8,12}(?:\.\d\d)?$/.test(wordsOf(invocation)),
      ),
      byCommand('cp install ln mv', copiesShell),
      byCommand('chflags', (invocation) => /(?:immutable|hidden|schg|uchg)/.test(wordsOf(invocation))),
      byCommand('chattr', (invocation) => /\+[a-z]*i/.test(wordsOf(invocation)) && 'high'),
      byCommand(
        'chattr',
        (invocation) =>
          /^-[a-z]*[ia]/.test(wordsOf(invocation)) &&
          operandsOf(invocation).some(({ text }) => protectionOf(text)) &&
          'high',
      ),
      byEveryCommand(runsHidden),
      // A process that calls itself a thread of the kernel.
      ({ source }) =>
        [...source.matchAll(/\bexec\s+-a\s+['"]?\[/g)].map(({ index, 0: found }) => ({
          start: index,
          end: index + found.length,
          severity: 'high' as const,
        })),
    ),
  },
]

/** A shell or an interpreter under a name that hides it. */
function copiesShell(invocation: Invocation): Verdict {
  const [from, to] = operandsOf(invocation).map(({ text }) => text)
  const name = /^\/(?:usr\/)?bin\/((?:ba|z|da|k|c)?sh|python[\d.]*|perl|ruby|nc|ncat)$/.exec(from ?? '')?.[1]
  if (name === undefined || !to?.startsWith('/') || /\/$|\bbin\//.test(to)) return false
  return !to.endsWith(`/${name}`)
}

const DEFENCE =
  /firewalld|\bpf\b|ufw|iptables|nftables|auditd|apparmor|rsyslog|syslog|fail2ban|clamav|falcon|ossec|wazuh|selinux|crowdsec|mdatp|auditbeat|snort|suricata|sysmon|tripwire|aide/

/** `/tmp/.x/run` or `/dev/shm/a`: programs that nobody would look for. */
function runsHidden({ word }: Invocation): Verdict {
  // `...` looks like a folder of the system, and a blank at the end does not show.
  if (/\/(?:\.{3,}|\s)\/|^\/.{1,200}[^\\]\s$/.test(word.text)) return 'high'
  return /^\/(?:tmp|var\/tmp|dev\/shm)\/(?:\.|[^$]{0,200}\/\.)/.test(word.text) && 'high'
}
