import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, allTexts, given, isFalse, isTrue, namesCredential, written } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, hasOrigin, isForeign, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'
import { withoutFalseVerify } from '../rewrite/without-false-verify.ts'

const REQUESTS =
  'requests.get requests.post requests.put requests.delete requests.patch requests.head requests.request requests.options httpx.get httpx.post httpx.put httpx.delete httpx.request httpx.Client httpx.AsyncClient aiohttp.get aiohttp.post aiohttp.request'
const FETCHERS = `${REQUESTS} urllib.request.urlopen urllib.urlopen urllib.request.urlretrieve urllib.request.Request urllib3.request http.client.HTTPConnection http.client.HTTPSConnection wget.download pycurl.Curl().setopt`

const urlOf = (call: Call) =>
  given(call, /request$/.test(call.method) && !call.name.startsWith('urllib') ? 1 : 0, 'url', 'host') ?? given(call, 0)

/** Somewhere in the program a name and a password, or a token, go to a server. */
const signsIn = oncePerProgram(
  (program) =>
    program.callsOf('.login').some(({ positional, keywords }) => positional.length + keywords.size > 1) ||
    program.facts.texts.some(({ text }) =>
      /^(authorization|bearer \u0000?|x-api-key|private-token)$/i.test(text.trim()),
    ),
)

export const networkRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/tls-not-verified',
      family: 'network',
      severity: 'medium',
      title: 'The certificate of the server is not checked',
      why: 'Anyone on the way can pretend to be the server, read everything and change it.',
      remedy: 'Leave verification on; give the certificate of your own authority with verify="ca.pem".',
      cwe: [295],
    },
    {
      calls: `${REQUESTS} .request`,
      when: (call, program) => {
        const verify = call.keywords.get('verify') ?? call.keywords.get('ssl') ?? call.keywords.get('verify_ssl')
        if (!verify || !isFalse(verify.value) || verify.value.literal === 'None') return false
        const sends = ['auth', 'headers', 'data', 'json'].some((name) => {
          const argument = call.keywords.get(name)
          return (
            !!argument &&
            (name === 'auth' ||
              namesCredential(written(program, argument.node)) ||
              /authorization|bearer/i.test(written(program, argument.node)))
          )
        })
        return { severity: sends ? 'high' : 'medium', fix: withoutFalseVerify(verify, program) }
      },
    },
    {
      calls: 'ssl._create_unverified_context ssl._create_stdlib_context',
      when: (_, program) => (signsIn(program) ? 'high' : 'medium'),
    },
    {
      calls: 'paramiko.SSHClient().set_missing_host_key_policy',
      when: (call) => /AutoAdd|Warning/.test(given(call, 0)?.name ?? ''),
    },
  ),
  factRule(
    {
      id: 'python/tls-switched-off',
      family: 'network',
      severity: 'high',
      title: 'Certificates are checked nowhere any more',
      why: 'Every connection of the program can be read and changed by others.',
      remedy: 'Leave the default context alone.',
      cwe: [295],
    },
    (program) =>
      program.facts.assignments.flatMap(({ node, target, value }) => {
        if (target === 'ssl._create_default_https_context' && /unverified/.test(value.name)) return spotOf(node, true)
        if (/\.check_hostname$/.test(target) && value.literal === 'False') return spotOf(node, 'medium')
        if (/\.verify_mode$/.test(target) && value.name === 'ssl.CERT_NONE') return spotOf(node, 'medium')
        if (/\.verify$/.test(target) && value.literal === 'False' && target.startsWith('requests.'))
          return spotOf(node, 'medium')
        return spotOf(
          node,
          /^os\.environ\[(PYTHONHTTPSVERIFY|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)\]$/.test(target) &&
            /^0?$/.test(constantOf(value) ?? '1'),
        )
      }),
  ),
  callRule(
    {
      id: 'python/request-forgery',
      family: 'network',
      severity: 'high',
      title: 'Requests from outside decide which server is asked',
      why: 'Servers behind the firewall and the metadata of the cloud can be reached through the program.',
      remedy: 'Compare the host with a list of those that are allowed.',
      cwe: [918],
    },
    {
      calls: FETCHERS,
      when: (call) => isForeign(urlOf(call), { bits: origin.request, use: 1 }) && startsForeign(urlOf(call)?.text),
    },
  ),
  factRule(
    {
      id: 'python/cloud-metadata',
      family: 'network',
      severity: 'high',
      title: 'Asks the metadata service of the cloud',
      why: 'It hands out the credentials of the machine.',
      remedy: 'Take credentials from settings of the program.',
      cwe: [918, 522],
    },
    (program) =>
      [...allTexts(program)].flatMap(({ node, text }) =>
        spotOf(
          node,
          /169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200|fd00:ec2::254/.test(text.slice(0, 2000)),
        ),
      ),
  ),
  callRule(
    {
      id: 'python/port-scan',
      family: 'network',
      severity: 'high',
      title: 'Tries many ports or addresses',
      why: 'Scanning prepares attacks, and is taken for one.',
      remedy: 'Connect to the one service that is needed.',
      cwe: [200],
    },
    {
      calls: '.connect_ex .connect socket.create_connection telnetlib.Telnet',
      when: (call) => {
        const address = given(call, 0, 'address')
        const port = address?.items?.[1] ?? (call.name.startsWith('telnetlib') ? given(call, 1) : undefined)
        const host = address?.items?.[0]
        return (
          (call.loop !== undefined || call.function !== undefined) &&
          (hasOrigin(port, origin.counter) || (hasOrigin(host, origin.counter) && call.name.startsWith('socket')))
        )
      },
    },
    { calls: 'nmap.PortScanner().scan scapy.all.sr1 scapy.all.sr', when: () => true },
  ),
  callRule(
    {
      id: 'python/password-guessing',
      family: 'network',
      severity: 'high',
      title: 'Tries one password after another',
      why: 'Guessing passwords is an attack on the accounts of others.',
      remedy: 'Use the one password that belongs to the account.',
      cwe: [307],
    },
    {
      calls: 'paramiko.SSHClient().connect ftplib.FTP().login .login .connect telnetlib.Telnet().write',
      when: (call) =>
        call.loop !== undefined &&
        ['password', 'passwd', 'pwd'].some((name) => hasOrigin(call.keywords.get(name)?.value, origin.item)),
    },
    {
      calls: 'ftplib.FTP().login smtplib.SMTP().login imaplib.IMAP4_SSL().login poplib.POP3().pass_',
      when: (call) => call.loop !== undefined && hasOrigin(given(call, 1, 'passwd', 'password'), origin.item),
    },
    {
      calls: 'requests.post requests.get httpx.post httpx.get',
      when: (call) =>
        call.loop !== undefined &&
        ['data', 'json', 'auth'].some((name) => triesPasswords(call.keywords.get(name)?.value)),
    },
    { calls: '.extractall', when: (call) => hasOrigin(call.keywords.get('pwd')?.value, origin.item) },
  ),
  callRule(
    {
      id: 'python/raw-packets',
      family: 'network',
      severity: 'high',
      title: 'Listens to or forges packets of the network',
      why: 'What others send can be read, and senders can be made up.',
      remedy: 'Use ordinary connections.',
      cwe: [300],
    },
    {
      calls: 'socket.socket',
      when: (call) => call.positional.some(({ value }) => /SOCK_RAW|AF_PACKET/.test(value.name)),
    },
    {
      calls:
        'scapy.all.sniff scapy.all.sendp scapy.sendrecv.sniff scapy.all.srp scapy.all.AsyncSniffer pcapy.open_live pyshark.LiveCapture',
      when: () => true,
    },
    {
      calls: 'scapy.all.send',
      when: (call) => (call.loop || isTrue(call.keywords.get('loop')?.value) ? 'high' : 'medium'),
    },
  ),
  callRule(
    {
      id: 'python/plain-protocol',
      family: 'network',
      severity: 'medium',
      title: 'Speaks a protocol without encryption',
      why: 'Passwords and data can be read by everyone on the way.',
      remedy: 'Use SSH, SFTP or FTPS.',
      cwe: [319],
    },
    { calls: 'telnetlib.Telnet ftplib.FTP', when: (call) => !call.isIndirect },
  ),
  callRule(
    {
      id: 'python/open-to-all',
      family: 'network',
      severity: 'low',
      title: 'Listens on every interface',
      why: 'Everyone who reaches the machine reaches the program.',
      remedy: 'Bind to 127.0.0.1, and let a proxy stand before it.',
      cwe: [605],
    },
    {
      calls: '.bind .run .serve_forever uvicorn.run http.server.HTTPServer socketserver.TCPServer',
      when: (call) =>
        allGiven(call).some((value) =>
          ['0.0.0.0', '::'].includes(constantOf(value) ?? constantOf(value.items?.[0]) ?? '-'),
        ),
    },
  ),
  callRule(
    {
      id: 'python/network-use',
      family: 'network',
      severity: 'info',
      title: 'Uses the network',
      why: 'What is sent and fetched is outside of the program.',
      remedy: 'Nothing, if the program is meant to do so.',
      cwe: [],
    },
    { calls: `${FETCHERS} .connect`, when: (call) => call.name !== '?.connect' },
  ),
]

/** A form or a pair whose password is another one each time. */
const triesPasswords = (form: Value | undefined): boolean =>
  hasOrigin(form?.items?.[1], origin.item) ||
  [...(form?.entries ?? [])].some(([name, value]) => /^(pass|pwd)/i.test(name) && hasOrigin(value, origin.item))

/** The host is foreign, not only the path behind it. */
const startsForeign = (text: string | undefined): boolean =>
  text === undefined || !/^https?:\/\/[\w.:-]+[/?]/.test(text)
