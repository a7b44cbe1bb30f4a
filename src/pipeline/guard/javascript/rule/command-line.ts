import type { Severity } from '../../../../contract/finding.ts'
import type { GuardFamily } from '../../../../contract/guard.ts'
import { type CommandHarm, createCommandReader } from '../../bash/harm-in-command.ts'
import type { JavaScriptProgram } from '../program.ts'
import { HOLE } from '../read/reading.ts'
import { commandsOf } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

interface CommandRule extends Omit<JavaScriptRule, 'find' | 'family' | 'severity'> {
  family: GuardFamily
  severity: Severity
  /** Rules for Bash that find the same. */
  bash: string
  /** Commands of other systems, and those that a script may run but a program should not. */
  patterns: Pick<RegExp, 'test'>[]
}

/** Command lines that no shell should ever get, from anyone: the rules for Bash judge them. Each pattern reads a bounded stretch. */
const COMMANDS: CommandRule[] = [
  {
    id: 'javascript/destructive-command',
    family: 'files',
    severity: 'critical',
    title: 'Runs a command that destroys a system or its data',
    why: 'What it deletes or overwrites cannot be had back.',
    remedy: 'Remove it, or name exactly what is to be deleted below the workspace.',
    cwe: [78, 732],
    bash: 'delete-system find-and-delete format-disk write-device shred-files fork-bomb unpack-over-system',
    patterns: [
      /\bformat\s+[c-z]:|\b(?:del|erase)\s+(?:\/\w\s+){1,4}["']?[c-z]:\\|\brd\s+(?:\/\w\s+){1,3}["']?[c-z]:\\/i,
      /\bvssadmin\s+delete\s+shadows|\bwbadmin\s+delete|\bbcdedit\s[^|;&\n]{0,80}recoveryenabled\s+no/i,
    ],
  },
  {
    id: 'javascript/reverse-shell-command',
    family: 'network',
    severity: 'critical',
    title: 'Runs a command that gives a shell to another host',
    why: 'Whoever is at the other end has the machine.',
    remedy: 'Remove it.',
    cwe: [506],
    bash: 'reverse-shell raw-socket',
    patterns: [
      /\b(?:python\d?|perl|ruby|php)\s+-[cre]\b[^\n]{0,400}(?:socket|fsockopen|TCPSocket)/i,
      /New-Object\s+System\.Net\.Sockets\.TCPClient/i,
    ],
  },
  {
    id: 'javascript/pipe-to-shell',
    family: 'code-execution',
    severity: 'high',
    title: 'Downloads something and runs it',
    why: 'Nobody has looked at what is run.',
    remedy: 'Download it, check its hash, then run it; or install it from a registry.',
    cwe: [494],
    bash: 'download-to-shell download-and-run',
    patterns: [
      /\b(?:iwr|Invoke-WebRequest|DownloadString|Invoke-Expression|iex)\b[^\n]{0,300}\b(?:iex|Invoke-Expression|DownloadString|Start-Process)/i,
      /\bcertutil\b[^\n]{0,100}-urlcache|\bbitsadmin\b[^\n]{0,60}\/transfer|\bmshta\s+http/i,
    ],
  },
  {
    id: 'javascript/encoded-command',
    family: 'obfuscation',
    severity: 'critical',
    title: 'Runs a command that is hidden by an encoding',
    why: 'An honest command has no reason to hide.',
    remedy: 'Write the command so that it can be read.',
    cwe: [506],
    bash: 'decode-and-run run-decoded-file hidden-command',
    patterns: [/\bpowershell(?:\.exe)?\s[^\n]{0,100}-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{20}/i],
  },
  {
    id: 'javascript/privilege-command',
    family: 'privilege',
    severity: 'high',
    title: 'Runs a command that changes users, rights or protections of the system',
    why: 'A program that changes who may do what is no longer held by it.',
    remedy: 'Leave users, rights and firewalls to whoever runs the machine.',
    cwe: [250, 269],
    bash: 'set-user-id give-capabilities change-kernel leave-the-sandbox enter-process disable-defence change-accounts',
    patterns: [
      /NOPASSWD/,
      /netsh\s+advfirewall[^\n]{0,60}off|Set-MpPreference|\bnet\s+(?:user|localgroup)\s[^\n]{0,80}\/add|\bnet\s+stop\s/i,
      /\bkill\s+-(?:9|KILL)\s+(?:-1|1)\b|\b(?:shutdown|reboot|halt|poweroff)(?:\s|$)|\binit\s+[06]\b/,
    ],
  },
  {
    id: 'javascript/persistence-command',
    family: 'privilege',
    severity: 'high',
    title: 'Runs a command that makes something start again by itself',
    why: 'It outlives the run that it was allowed for.',
    remedy: 'Let whoever runs the machine decide what starts there.',
    cwe: [506],
    bash: 'start-by-itself change-shell-start add-login-key write-system-file preload-library',
    patterns: [
      /\bsystemctl\s+(?:--user\s+)?enable/,
      /\bschtasks\b[^\n]{0,60}\/create|\blaunchctl\s+(?:load|bootstrap)|\breg(?:\.exe)?\s+add\b[^\n]{0,200}\\Run\b|New-ScheduledTask/i,
    ],
  },
  {
    id: 'javascript/track-covering-command',
    family: 'privilege',
    severity: 'high',
    title: 'Runs a command that removes traces',
    why: 'Only what should not be seen needs that.',
    remedy: 'Leave logs and histories alone.',
    cwe: [778, 117],
    bash: 'wipe-logs hide-history cover-tracks',
    patterns: [/\bwevtutil\s+cl\b|Clear-EventLog/i],
  },
  {
    id: 'javascript/credential-command',
    family: 'network',
    severity: 'high',
    title: 'Runs a command that reads credentials',
    why: 'Keys and password files are what an attacker comes for.',
    remedy: 'Remove it; ask whoever runs the machine for what the program needs.',
    cwe: [522, 200],
    bash: 'read-secret search-secrets cloud-metadata',
    patterns: [
      /\b(?:mimikatz|lazagne|secretsdump|hashdump)\b|\breg\s+save\s+hklm|security\s+find-(?:generic|internet)-password/i,
    ],
  },
  {
    id: 'javascript/exfiltration-command',
    family: 'network',
    severity: 'critical',
    title: 'Runs a command that sends credentials or the environment away',
    why: 'What is sent away cannot be had back.',
    remedy: 'Remove it, and change the credentials that were there.',
    cwe: [200, 506],
    bash: 'send-secrets send-files send-by-name-lookup',
    patterns: [],
  },
  {
    id: 'javascript/delete-command',
    family: 'files',
    severity: 'high',
    title: 'Runs a command that deletes outside of the workspace',
    why: 'It deletes what the program did not make.',
    remedy: 'Delete below the workspace only, by name.',
    cwe: [732],
    bash: 'delete-outside',
    patterns: [
      /\brm\s+(?:-\S+\s+){0,5}(?:--\s+)?["']?(?:\/(?!tmp\/)\w|~\/|\$HOME\/|\.\.\/?)/,
      /\b(?:del|rd|rmdir)\s+(?:\/\w\s+){1,4}["']?(?:%|[c-z]:)/i,
    ],
  },
  {
    id: 'javascript/system-command',
    family: 'privilege',
    severity: 'medium',
    title: 'Runs a command with the rights of root, or against other programs',
    why: 'It reaches beyond what the program itself made.',
    remedy: 'Do without it, or let whoever runs the machine do it.',
    cwe: [250],
    bash: 'become-root stop-processes remove-service',
    patterns: [/\bkillall\s|\bpkill\s|\btaskkill\s|\bsystemctl\s+(?:stop|disable|mask|restart)\s/],
  },
  {
    id: 'javascript/open-rights-command',
    family: 'files',
    severity: 'medium',
    title: 'Runs a command that lets everybody write',
    why: 'Any user of the machine can change what others then trust.',
    remedy: 'Give only the rights that are needed, such as 750.',
    cwe: [732],
    bash: 'open-to-everybody',
    patterns: [],
  },
]

/** One reader for all rules about a program. */
const readers = new WeakMap<JavaScriptProgram, ReturnType<typeof createCommandReader>>()

function readerOf(program: JavaScriptProgram) {
  const reader = readers.get(program) ?? createCommandReader(HOLE)
  readers.set(program, reader)
  return reader
}

const MOST_LINE = 5000
const isRaised = ({ severity }: CommandHarm): boolean => severity !== 'info'

export const commandLineRules: JavaScriptRule[] = COMMANDS.map(({ patterns, bash, ...rule }) => {
  const own = new Set(bash.split(' ').map((name) => `bash/${name}`))
  return {
    ...rule,
    *find(program) {
      const harmsIn = readerOf(program)
      for (const command of commandsOf(program)) {
        const text = command.line.slice(0, MOST_LINE)
        const harm = harmsIn(command.line).find((each) => own.has(each.rule) && isRaised(each))
        if (patterns.some((pattern) => pattern.test(text))) yield spotAt(command.call.node)
        else if (harm) yield spotAt(command.call.node, { severity: harm.severity })
      }
    },
  }
})
