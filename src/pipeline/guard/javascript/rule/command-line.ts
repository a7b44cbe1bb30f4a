import type { Severity } from '../../../../contract/finding.ts'
import type { GuardFamily } from '../../../../contract/guard.ts'
import { namesMetadataAddress } from '../../../../contract/metadata-address.ts'
import { readsSensitiveFile } from '../../sensitive-command.ts'
import { commandsOf } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

interface CommandRule extends Omit<JavaScriptRule, 'find' | 'family' | 'severity'> {
  family: GuardFamily
  severity: Severity
  patterns: Pick<RegExp, 'test'>[]
}

/** Command lines that no shell should ever get, from anyone. Each pattern reads a bounded stretch. */
const COMMANDS: CommandRule[] = [
  {
    id: 'javascript/destructive-command',
    family: 'files',
    severity: 'critical',
    title: 'Runs a command that destroys a system or its data',
    why: 'What it deletes or overwrites cannot be had back.',
    remedy: 'Remove it, or name exactly what is to be deleted below the workspace.',
    cwe: [78, 732],
    patterns: [
      /\brm\s+(?:-\S+\s+){1,5}(?:--\s+)?["']?(?:\/|~|\$HOME|\/\*|~\/\*|\/(?:etc|usr|home|var|bin|boot|lib|root|opt)\/?\*?)["']?(?:\s|;|&|\||$)/,
      /\bmkfs(?:\.\w+)?\s|\bwipefs\s|\bdd\s[^|;&\n]{0,200}\bof=\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk)/,
      />\s?\/dev\/(?:sd|hd|nvme|vd)[a-z0-9]|\bshred\s[^|;&\n]{0,100}\/dev\//,
      /:\s?\(\)\s?\{\s?:\s?\|\s?:\s?&\s?\}\s?;\s?:/,
      /\bformat\s+[c-z]:|\b(?:del|erase)\s+(?:\/\w\s+){1,4}["']?[c-z]:\\|\brd\s+(?:\/\w\s+){1,3}["']?[c-z]:\\/i,
      /\bvssadmin\s+delete\s+shadows|\bwbadmin\s+delete|\bbcdedit\s[^|;&\n]{0,80}recoveryenabled\s+no/i,
      /\bfind\s+(?:\/|~)\s[^|;\n]{0,100}-delete\b|\bchmod\s+-R\s+(?:000|777)\s+\/(?:\s|$)/,
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
    patterns: [
      /\/dev\/(?:tcp|udp)\//,
      /\b(?:nc|ncat|netcat)(?:\.\w+)?\s[^|;\n]{0,100}(?:-\w*e\b|--exec|-c\s+["']?\/bin)/,
      /\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|telnet)\b/,
      /\bsocat\b[^\n]{0,200}\bexec:/i,
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
    patterns: [
      /\b(?:curl|wget)\b[^\n]{0,300}\|\s?(?:sudo\s+)?(?:ba|z|da)?sh\b/,
      /\b(?:curl|wget)\b[^\n]{0,300}(?:&&|;)\s?(?:chmod\s+\S{1,20}\s+\S{1,100}\s?(?:&&|;)\s?)?(?:sudo\s+)?(?:(?:ba)?sh\s|\.\/|\/tmp\/)/,
      /\b(?:iwr|Invoke-WebRequest|DownloadString|Invoke-Expression|iex)\b[^\n]{0,300}\b(?:iex|Invoke-Expression|DownloadString|Start-Process)/i,
      /\b(?:python\d?|node|perl)\s+<\(\s?(?:curl|wget)|\b(?:ba)?sh\s+(?:-c\s+["']?\$|<)\(\s?(?:curl|wget)/,
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
    patterns: [
      /\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,100}\|\s?(?:sudo\s+)?(?:ba|z|da)?sh\b/,
      /\bpowershell(?:\.exe)?\s[^\n]{0,100}-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{20}/i,
      /\bxxd\s+-r\b[^\n]{0,60}\|\s?(?:ba)?sh\b|\beval\s+["']?\$\(\s?(?:echo|printf)\b[^\n]{0,300}base64/,
    ],
  },
  {
    id: 'javascript/privilege-command',
    family: 'privilege',
    severity: 'high',
    title: 'Runs a command that changes users, rights or protections of the system',
    why: 'A program that changes who may do what is no longer held by it.',
    remedy: 'Leave users, rights and firewalls to whoever runs the machine.',
    cwe: [250, 269],
    patterns: [
      /\bsu\s+-?\s?(?:root\b|-c)|\b(?:useradd|adduser|usermod|userdel|visudo|chpasswd)\b|\bpasswd\s/,
      /\bchmod\s+(?:-\w+\s+)?(?:[ugo]*\+s|[2467][0-7]{3})\s|\bsetcap\s|\bchattr\s+-i|NOPASSWD/,
      /\b(?:insmod|modprobe|nsenter|unshare|pivot_root)\b|\bmount\s+[-/]|--privileged\b|\bdocker\s+run\b[^\n]{0,200}-v\s+\/:/,
      /\biptables\s+(?:-F|--flush|-P\s+\w+\s+ACCEPT)|\bufw\s+disable|\bsetenforce\s+0|netsh\s+advfirewall[^\n]{0,60}off|Set-MpPreference/i,
      /\bkill\s+-(?:9|KILL)\s+(?:-1|1)\b|\b(?:shutdown|reboot|halt|poweroff)(?:\s|$)|\binit\s+[06]\b/,
      /\bnet\s+(?:user|localgroup)\s[^\n]{0,80}\/add|\bnet\s+stop\s/i,
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
    patterns: [
      /\bcrontab\s+(?:-(?!l)|[^-\s])|\|\s?crontab\b|\bschtasks\b[^\n]{0,60}\/create|\bat\s+now\b|>\s?\/etc\/cron/i,
      /\bsystemctl\s+(?:--user\s+)?enable|\blaunchctl\s+(?:load|bootstrap)|\breg(?:\.exe)?\s+add\b[^\n]{0,200}\\Run\b|New-ScheduledTask/i,
      />>\s?\S{0,60}(?:\.bashrc|\.profile|\.bash_profile|\.zshrc|authorized_keys|rc\.local|sudoers)/,
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
    patterns: [
      /\bhistory\s+-c|\bunset\s+HISTFILE|HISTFILE=\/dev\/null|HISTSIZE=0|\b(?:rm|shred|truncate)\b[^|;&\n]{0,80}(?:_history|\/var\/log)/,
      />\s?(?:\/var\/log\/|~\/\.\w+_history)|\bjournalctl\s+--vacuum|\bwevtutil\s+cl\b|Clear-EventLog|\bauditctl\s+-e\s?0/i,
    ],
  },
  {
    id: 'javascript/credential-command',
    family: 'network',
    severity: 'high',
    title: 'Runs a command that reads credentials',
    why: 'Keys and password files are what an attacker comes for.',
    remedy: 'Remove it; ask whoever runs the machine for what the program needs.',
    cwe: [522, 200],
    patterns: [
      { test: readsSensitiveFile },
      /\b(?:mimikatz|lazagne|secretsdump|hashdump)\b|\breg\s+save\s+hklm|security\s+find-(?:generic|internet)-password/i,
      { test: (line) => /\b(?:curl|wget)\b/.test(line) && namesMetadataAddress(line) },
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
    patterns: [
      /\b(?:env|printenv|set|cat\s[^|;\n]{0,80}(?:passwd|shadow|\.ssh|\.aws|\.env)\S{0,40})(?:\s?\|\s?base64[^|\n]{0,20})?\s?\|\s?(?:curl|nc|ncat|wget|telnet)\b/,
      /\bcurl\b[^\n]{0,200}(?:-d|--data\S{0,10}|-F|-T|--upload-file)\s?["']?\S{0,30}@?["']?(?:\/etc\/|~\/\.|\/root\/|\$HOME\/\.|[^\s"']{0,60}\.(?:ssh|aws)\/)/,
      /\b(?:curl|wget)\b[^\n]{0,200}\$\((?:env|cat|printenv|whoami|hostname)\b/,
    ],
  },
  {
    id: 'javascript/delete-command',
    family: 'files',
    severity: 'high',
    title: 'Runs a command that deletes outside of the workspace',
    why: 'It deletes what the program did not make.',
    remedy: 'Delete below the workspace only, by name.',
    cwe: [732],
    patterns: [
      /\brm\s+(?:-\S+\s+){0,5}(?:--\s+)?["']?(?:\/(?!tmp\/)\w|~\/|\$HOME\/|\.\.\/?)/,
      /\brm\s+(?:-\S+\s+){1,5}(?:\*|\.)(?:\s|;|&|$)/,
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
    patterns: [/\bsudo\s|\bkillall\s|\bpkill\s|\btaskkill\s|\bsystemctl\s+(?:stop|disable|mask|restart)\s/],
  },
  {
    id: 'javascript/open-rights-command',
    family: 'files',
    severity: 'medium',
    title: 'Runs a command that lets everybody write',
    why: 'Any user of the machine can change what others then trust.',
    remedy: 'Give only the rights that are needed, such as 750.',
    cwe: [732],
    patterns: [/\bchmod\s+(?:-\w+\s+)?(?:0?777|a\+rwx|o\+w)\b/],
  },
]

const MOST_LINE = 5000

export const commandLineRules: JavaScriptRule[] = COMMANDS.map(({ patterns, ...rule }) => ({
  ...rule,
  *find(program) {
    for (const { call, line } of commandsOf(program)) {
      const text = line.slice(0, MOST_LINE)
      if (patterns.some((pattern) => pattern.test(text))) yield spotAt(call.node)
    }
  },
}))
