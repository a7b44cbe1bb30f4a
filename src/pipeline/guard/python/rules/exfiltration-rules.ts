import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, allTexts, namesCredential, written } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import { hasOrigin, isBuilt, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'
import { uploads } from '../uploads.ts'

const SENDERS =
  'requests.post requests.put requests.request requests.get requests.patch httpx.post httpx.put httpx.get aiohttp.post aiohttp.put aiohttp.get urllib.request.urlopen urllib.request.Request urllib.urlopen urllib3.request .sendall .send .sendto .sendmail .send_message .storbinary .storlines http.client.HTTPConnection().request .put_object .upload_file .upload_fileobj .publish .emit discord.SyncWebhook.from_url().send .send_document .sendDocument .send_photo .execute_webhook paramiko.SFTPClient.from_transport().put'

const STOLEN = origin.secret | origin.allEnvironment

/** Hosts where stolen data is dropped. */
const DROP_SITES =
  /webhook\.site|requestbin|pipedream\.net|hookbin|burpcollaborator|interact\.sh|oast\.(fun|me|pro|live|site)|\.onion\b|ngrok\.(io|app)|transfer\.sh|\bfile\.io|anonfiles|gofile\.io|0x0\.st|beeceptor|requestcatcher|dnslog\.cn|ceye\.io|canarytokens/i
const WEBHOOKS =
  /discord(app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com\/services|pastebin\.com|hastebin|ghostbin/i

const BARE_ADDRESS =
  /^https?:\/\/(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.)\d{1,3}(?:\.\d{1,3}){3}\b/

const sendsAnything = oncePerProgram((program) => SENDERS.split(' ').some((name) => program.callsOf(name).length > 0))

export const exfiltrationRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/sends-secrets',
      family: 'network',
      severity: 'critical',
      title: 'Sends credentials, the environment or what a user does to somebody',
      why: 'This is how secrets are stolen.',
      remedy: 'Send only what the receiver needs; never the environment, keys or the contents of such files.',
      cwe: [200, 506],
    },
    { calls: SENDERS, when: (call) => allGiven(call).some((value) => hasOrigin(value, STOLEN)) },
    {
      calls: SENDERS,
      when: (call) =>
        allGiven(call).some((value) => hasOrigin(value, origin.spied)) && (call.method === 'get' ? 'low' : 'high'),
    },
    {
      calls: SENDERS,
      when: (call) => {
        const values = allGiven(call)
        const harvest = values.some((value) => hasOrigin(value, origin.file) && hasOrigin(value, origin.walked))
        return harvest && { severity: 'high', message: 'Sends away the files that it finds' }
      },
    },
    {
      calls: SENDERS,
      when: (call, program) =>
        allGiven(call).some((value) => hasOrigin(value, origin.file)) &&
        opensMachine(program) && { severity: 'medium', message: 'Sends a file of the machine away' },
    },
    {
      calls: 'zipfile.ZipFile().write tarfile.open().add shutil.make_archive',
      when: (call, program) =>
        (walksHome(program) || allGiven(call).some(isAtHome)) &&
        uploads(program) && { severity: 'high', message: 'Packs the files of a user and sends them away' },
    },
    {
      calls: SENDERS,
      when: (call) => {
        const values = allGiven(call)
        const profile = values.some((value) => hasOrigin(value, origin.system) && !hasOrigin(value, origin.socket))
        const isDropped = values.some((value) => WEBHOOKS.test(value.text ?? '') || DROP_SITES.test(value.text ?? ''))
        return (
          profile && {
            severity: isDropped ? 'high' : 'medium',
            message: 'Tells somebody about this machine and its user',
          }
        )
      },
    },
    {
      calls: SENDERS,
      when: (call, program) => {
        const [url] = allGiven(call)
        const isPutIn = url && /^https?:/.test(url.text ?? '') && hasOrigin(url, origin.environment)
        return (
          isPutIn &&
          namesCredential(written(program, call.node)) && {
            severity: 'medium',
            message: 'Puts a secret of the environment into an address',
          }
        )
      },
    },
    {
      calls: 'requests.post requests.put httpx.post httpx.put urllib.request.Request',
      when: (call) =>
        BARE_ADDRESS.test(allGiven(call)[0]?.text ?? '') && {
          severity: 'medium',
          message: 'Sends to a bare address, without a name or a certificate',
        },
    },
    {
      calls: '.sendall .sendto .sendfile',
      when: (call) =>
        allGiven(call).some((value) => hasOrigin(value, origin.file)) && {
          severity: 'medium',
          message: 'Sends the content of a file over a bare connection',
        },
    },
    {
      calls: '.post .put .request .send',
      when: (call) =>
        call.name.startsWith('?.') && allGiven(call).some((value) => hasOrigin(value, origin.secret | origin.spied)),
    },
  ),
  factRule(
    {
      id: 'python/drop-site',
      family: 'network',
      severity: 'high',
      title: 'Names a place where stolen data is dropped',
      why: 'Such services take data from anyone, without an account, and are used by malware.',
      remedy: 'Send to a service of your own.',
      cwe: [506],
    },
    (program) =>
      [...allTexts(program)].flatMap(({ node, text }) => {
        const piece = text.slice(0, 1000)
        if (DROP_SITES.test(piece)) return spotOf(node, sendsAnything(program) ? 'high' : 'medium')
        return spotOf(node, WEBHOOKS.test(piece) && (readsFiles(program) ? 'high' : 'medium'))
      }),
  ),
  callRule(
    {
      id: 'python/dns-exfiltration',
      family: 'network',
      severity: 'high',
      title: 'Hides data in names that are looked up',
      why: 'Look-ups leave networks that let nothing else out.',
      remedy: 'Look up names that are known.',
      cwe: [200, 506],
    },
    {
      calls:
        'socket.gethostbyname socket.getaddrinfo dns.resolver.resolve dns.resolver.query dns.resolver.Resolver().resolve .gethostbyname socket.gethostbyname_ex',
      when: (call) => {
        const [name] = allGiven(call)
        if (!name || !isBuilt(name) || !/\u0000\.[\w.-]+$/.test(name.text ?? '')) return false
        const isHidden = hasOrigin(name, origin.encoded | STOLEN | origin.file | origin.environment | origin.system)
        return isHidden ? 'high' : 'low'
      },
    },
  ),
]

/** Folders of the machine and of its administrator, which the work of a program is never in. */
const OF_MACHINE = /^\/(?:etc|proc|root|sys|boot|usr\/(?!local\/|src\/)|var\/(?:log|lib|spool|mail|backups))(?:\/|$)/

const opensMachine = oncePerProgram((program) =>
  ['open', 'pathlib.Path().open', 'pathlib.Path().read_text', 'pathlib.Path().read_bytes'].some((name) =>
    program
      .callsOf(name)
      .some((call) => OF_MACHINE.test((name === 'open' ? allGiven(call)[0] : call.receiver)?.text ?? '')),
  ),
)

const WALKS = 'os.walk glob.glob glob.iglob pathlib.Path().rglob pathlib.Path().glob os.listdir os.scandir'.split(' ')

const isAtHome = ({ text, origins }: Value): boolean =>
  (origins & origin.home) !== 0 || /^(~|\/home|\/Users|\/root)(\/|$)/.test(text ?? '')

const walksHome = oncePerProgram((program) =>
  WALKS.some((name) =>
    program
      .callsOf(name)
      .some((call) => [call.receiver, ...allGiven(call)].some((value) => !!value && isAtHome(value))),
  ),
)

/** Whether the program reads files, or facts about the host: then a message to a chat is more than a message. */
const readsFiles = oncePerProgram(
  (program) =>
    program.facts.calls.some(({ result }) => hasOrigin(result, STOLEN | origin.walked | origin.system)) ||
    program.callsOf('requests.post').some((call) => call.keywords.has('files')),
)
