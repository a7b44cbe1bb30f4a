import type { Severity } from '../../contract/finding.ts'
import { namesSensitiveFile } from './sensitive-command.ts'

interface CommandPattern {
  pattern: Pick<RegExp, 'test'>
  severity: Severity
  message: string
}

const row = (severity: Severity, pattern: CommandPattern['pattern'], message: string): CommandPattern => ({
  ...{ severity, pattern, message },
})

/** Commands that do harm in every use. No pattern repeats a repetition: all are linear. */
const COMMANDS: readonly CommandPattern[] = [
  row(
    'critical',
    /\brm\s+(-[a-zA-Z-]+\s+){1,4}(--\s+)?(\/|~|\$HOME|\/\*|~\/\*|\.\/\*\s*\/|\/(home|etc|usr|var|boot|bin|lib|root|opt|srv)\/?\*?)(\s|$|;|&)/,
    'Deletes a whole file system',
  ),
  row('critical', /\brm\s[^;|&]{0,80}--no-preserve-root/, 'Deletes a whole file system'),
  row('critical', /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/, 'Starts copies of itself without end'),
  row('critical', /\bmkfs(\.\w+)?\s+[^;|&]{0,80}\/dev\//, 'Formats a disk'),
  row('critical', /\bdd\s[^;|&]{0,200}\bof=\/dev\/(sd|hd|vd|nvme|xvd|mmcblk|disk|mapper)/, 'Overwrites a disk'),
  row('critical', />\s*\/dev\/(sd|hd|vd|nvme|xvd|mmcblk)/, 'Overwrites a disk'),
  row('critical', /\b(shred|wipefs|blkdiscard)\s[^;|&]{0,80}\/dev\//, 'Overwrites a disk'),
  row('critical', /\/dev\/(tcp|udp)\/[^\s]/, 'Opens a shell for somebody on the network'),
  row(
    'critical',
    /\b(nc|ncat|netcat)\b[^;|&]{0,100}\s-[a-z]{0,4}[ec]\s*\/?(bin\/|usr\/bin\/)?(ba|z|k|da)?sh\b/,
    'Opens a shell for somebody on the network',
  ),
  row(
    'critical',
    /\bmkfifo\b[^|]{0,100}\|[^|]{0,60}sh\b[^|]{0,60}\|\s*(nc|ncat|netcat)\b/,
    'Opens a shell for somebody on the network',
  ),
  row('critical', /\bsocat\b[^;|]{0,100}exec:/i, 'Opens a shell for somebody on the network'),
  row(
    'critical',
    /\bbase64\s+(-d|-D|--decode)\b[^;&]{0,100}\|\s*(sudo\s+)?(ba|z|da)?sh\b/,
    'Decodes a payload and runs it',
  ),
  row('critical', /\bkill\s+-(9|KILL|SIGKILL)\s+-1\b/, 'Kills every process'),
  row(
    'critical',
    /\bchmod\s+(-R|--recursive)\s+[0-7a-z+=,]{1,10}\s+\/(\s|$)/,
    'Changes the rights of a whole file system',
  ),
  row(
    'critical',
    /\bvssadmin\s+delete\s+shadows|\bwbadmin\s+delete|bcdedit[^;&|]{0,60}recoveryenabled\s+no/i,
    'Deletes backups so that nothing can be recovered',
  ),
  row('critical', /\bformat\s+[a-z]:(\s|$)|\b(del|rd|rmdir)\s+(\/[a-z]\s+){1,3}[a-z]:\\/i, 'Deletes a whole disk'),
  row(
    'high',
    /\b(curl|wget)\b[^;&|]{0,300}\|\s*(sudo\s+)?(-E\s+)?(env\s+)?(ba|z|da)?(sh|python\d?|perl|ruby|node)\b/,
    'Runs what it fetches from the network',
  ),
  row('high', /\b(ba|z|da)?sh\s+(-c\s+["']?)?<?\(?\$?\(\s*(curl|wget)\b/, 'Runs what it fetches from the network'),
  row(
    'high',
    /\b(curl|wget)\b[^|]{0,300}(&&|;)\s*(sudo\s+)?chmod\s+(\+x|[0-7]*7[0-7]*)\b/,
    'Runs what it fetches from the network',
  ),
  row('high', /(^|[;&|(]\s*|\s)sudo\s/, 'Runs a command as administrator'),
  row('high', /(^|[;&|]\s*)(su|doas|pkexec)\s+(-|root|\w)/, 'Runs a command as somebody else'),
  row('high', { test: namesSensitiveFile }, 'Touches files that hold accounts or keys'),
  row(
    'high',
    /\bcrontab\s+(-\s*$|-r|-e|[^-\s])|\|\s*crontab\b|\/etc\/cron|\bschtasks\b[^;&|]{0,40}\/create/i,
    'Has itself started again later',
  ),
  row(
    'high',
    /\bsystemctl\s+(enable|mask)\b|\/etc\/systemd\/|\/etc\/init\.d\/|\/etc\/rc\.local|\bupdate-rc\.d\b/,
    'Has itself started again later',
  ),
  row('high', />>?\s*[^\s]{0,40}\.(bashrc|bash_profile|profile|zshrc)\b/, 'Has itself started again later'),
  row('high', /\breg\s+add\b[^;&|]{0,120}\\run/i, 'Has itself started again later'),
  row(
    'high',
    /\b(useradd|adduser|usermod|visudo|chpasswd|passwd\s+\w|groupadd)\b|\bnet\s+user\b[^;&|]{0,60}\/add/i,
    'Changes the accounts of the machine',
  ),
  row(
    'high',
    /\biptables\s+-(F|X|P)\b|\bufw\s+disable|\bsetenforce\s+0|\bnft\s+flush|systemctl\s+(stop|disable)\s+(firewalld|auditd|apparmor|ufw|rsyslog)|netsh\s+advfirewall|Set-MpPreference/i,
    'Switches protection off',
  ),
  row(
    'high',
    /\bhistory\s+-c\b|\.bash_history\b|>\s*\/var\/log\/|\brm\s[^;|&]{0,60}\/var\/log|\bwevtutil\s+cl\b|\bshred\s/i,
    'Wipes traces',
  ),
  row(
    'high',
    /\b(shutdown|reboot|halt|poweroff)\b(\s+-|\s+now|\s*$|\s*[;&])|\binit\s+[06]\b/,
    'Switches the machine off',
  ),
  row(
    'high',
    /\bchmod\s+[^;|&]{0,20}(\+s\b|u\+s|g\+s|[246][0-7]{3}\b)|\bsetcap\s/,
    'Gives a program the rights of its owner',
  ),
  row('high', /\brm\s+(-[a-zA-Z-]+\s+){1,4}[^;|&]{0,40}(\/|~\/|\$HOME\/)[^\s]/, 'Deletes outside of the workspace'),
  row(
    'high',
    /\b(?:tar|bsdtar)\s[^;|&]{0,200}(?:-C|--directory[= ])\s*\/(?:etc|usr|bin|lib)?(?:\s|$)|\bunzip\s[^;|&]{0,200}\s-d\s*\/(?:\s|$)/,
    'Unpacks an archive over the whole system',
  ),
  row('high', />\s*\/proc\/sys/, 'Changes the kernel'),
  row('high', /\b(insmod|modprobe|rmmod|kexec|nsenter|debugfs)\s/, 'Reaches into the kernel or other namespaces'),
  row('high', /\bdocker\s[^;&|]{0,160}(--privileged|-v\s+\/:|\/var\/run\/docker\.sock)/, 'Breaks out of a container'),
  row('high', /\b(xmrig|minerd|cpuminer|ethminer|cgminer)\b|stratum\+(tcp|ssl):/i, 'Mines for somebody else'),
  row(
    'high',
    /\b(nmap|masscan|hydra|sqlmap|john|hashcat|aircrack-ng|tcpdump|msfvenom|mimikatz)\b/i,
    'Starts a tool of attackers',
  ),
  row('high', /\bpowershell\b[^;|]{0,120}\s-(e|ec|enc|encodedcommand)\s|\bIEX\b|DownloadString/i, 'Runs hidden code'),
  row(
    'high',
    /\bcurl\b[^;&|]{0,200}(-d|--data|--data-binary|-F|-T|--upload-file)\s*["']?@?[^;&|]{0,80}(\/etc\/|~\/|\.env|\$\(|`)/,
    'Sends files away',
  ),
  row('high', /\b(env|printenv|set)\s*\|\s*(curl|nc|wget)/, 'Sends the environment away'),
  row(
    'high',
    /\bpip3?\s+install\b[^;&|]{0,200}(--trusted-host|(-i|--index-url|--extra-index-url)[\s=]{1,3}http:)/,
    'Installs software from a server that is not checked',
  ),
  row('medium', /\bchmod\s+(-R\s+)?(a\+rwx|0?777)\b/, 'Lets everybody change files'),
  row('medium', /\b(kill|pkill|killall)\s/, 'Ends other processes'),
  row('medium', /\bpip3?\s+install\b|\bnpm\s+install\b|\bapt(-get)?\s+install\b/, 'Installs software'),
  row('low', /\b(curl|wget|ssh|scp|rsync|ftp|telnet)\b/, 'Uses the network'),
]

/** The worst fault of a command. */
export function hostileCommand(command: string): { severity: Severity; message: string } | undefined {
  return command.length < 3 ? undefined : COMMANDS.find(({ pattern }) => pattern.test(command))
}
