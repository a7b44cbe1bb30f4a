import { namesMetadataAddress } from '../../../../contract/metadata-address.ts'
import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, allTexts, given, isTrue } from '../condition.ts'
import type { Call } from '../read/facts.ts'
import { cleanFor, constantOf, HOLE, hasOrigin, isForeign, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'

const REQUESTS =
  'requests.get requests.post requests.put requests.delete requests.patch requests.head requests.request requests.options httpx.get httpx.post httpx.put httpx.delete httpx.request httpx.Client httpx.AsyncClient aiohttp.get aiohttp.post aiohttp.request'
const FETCHERS = `${REQUESTS} urllib.request.urlopen urllib.urlopen urllib.request.urlretrieve urllib.request.Request urllib3.request http.client.HTTPConnection http.client.HTTPSConnection wget.download pycurl.Curl().setopt`

const urlOf = (call: Call) =>
  given(call, /request$/.test(call.method) && !call.name.startsWith('urllib') ? 1 : 0, 'url', 'host') ?? given(call, 0)

export const networkRules: readonly PythonRule[] = [
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
      when: (call) =>
        isForeign(urlOf(call), { bits: origin.request, use: cleanFor.shell }) && judgeUrl(urlOf(call)?.text),
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
    (program) => [...allTexts(program)].flatMap(({ node, text }) => spotOf(node, namesMetadataAddress(text))),
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
      calls: '.connect_ex .connect socket.create_connection telnetlib.Telnet ftplib.FTP',
      when: (call) => {
        const address = given(call, 0, 'address')
        const port = address?.items?.[1] ?? (call.name.startsWith('telnetlib') ? given(call, 1) : undefined)
        const host = address?.items?.[0] ?? (address?.text === undefined ? undefined : address)
        return (
          (call.loop !== undefined || call.function !== undefined) &&
          (hasOrigin(port, origin.counter) ||
            (hasOrigin(host, origin.counter) && /^(socket|telnetlib|ftplib|paramiko)\./.test(call.name)))
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

/** A form or a pair with a different password in each round. */
const triesPasswords = (form: Value | undefined): boolean =>
  hasOrigin(form?.items?.[1], origin.item) ||
  [...(form?.entries ?? [])].some(([name, value]) => /^(pass|pwd)/i.test(name) && hasOrigin(value, origin.item))

/** Control over the host reaches every server; control over the path, only other pages of the intended one. */
function judgeUrl(text: string | undefined) {
  const isHostKnown = text !== undefined && /^https?:\/\/[\w.:-]+[/?]/.test(text)
  if (!isHostKnown) return 'high'
  const message = 'Requests from outside decide which page of a server is asked'
  return text.split('?', 1)[0]?.includes(HOLE) && { severity: 'medium' as const, message }
}
