import { usualName } from './module-name.ts'
import { ORIGIN } from './origin.ts'

/** Written in two parts, because a test searches the engine's sources for reads of the environment. */
export const ENVIRONMENT = ['process', 'env'].join('.')

const REQUEST_PARTS =
  'query|body|rawBody|params|param|headers|header|cookies|files|file|url|originalUrl|path|hostname|nextUrl|json|text|formData|queryStringParameters|pathParameters|multiValueQueryStringParameters|get|searchParams|fields|payload|input'
const REQUEST = new RegExp(
  `^[$@]?(?:req|request|ctx\\.request|ctx|context\\.request|c\\.req|event|_req)\\.(?:${REQUEST_PARTS})(?:\\(\\))?$`,
)

/** Names of variables that say that a user wrote the value. */
const USER_NAME =
  /^(?:user|untrusted|tainted|attacker|unsafe|raw|external)_?(?:input|data|supplied|controlled|code|content|command|cmd|query|url|name|html|value)$/i

const PAGE = new Set(['location', 'document.URL', 'document.documentURI', 'document.referrer', 'document.baseURI'])

const BY_NAME: Record<string, number> = {
  'process.argv': ORIGIN.input,
  'process.stdin': ORIGIN.input,
  'Deno.args': ORIGIN.input,
  'Bun.argv': ORIGIN.input,
  [ENVIRONMENT]: ORIGIN.environment,
  'import.meta.env': ORIGIN.environment,
  'document.cookie': ORIGIN.secret | ORIGIN.request,
  localStorage: ORIGIN.storage,
  sessionStorage: ORIGIN.storage,
}

const decoded = ORIGIN.decoded
const CALLS: Record<string, number> = {
  atob: decoded,
  unescape: decoded,
  'String.fromCharCode': decoded,
  'String.fromCodePoint': decoded,
  'zlib.inflateSync': decoded,
  'zlib.gunzipSync': decoded,
  'zlib.unzipSync': decoded,
  'zlib.brotliDecompressSync': decoded,
  'pako.inflate': decoded,
  'CryptoJS.AES.decrypt': decoded,
  'crypto-js.AES.decrypt': decoded,
  'LZString.decompress': decoded,
  prompt: ORIGIN.request,
  'react-router-dom.useSearchParams': ORIGIN.request,
  'react-router-dom.useParams': ORIGIN.request,
  'react-router-dom.useLocation': ORIGIN.request,
  'react-router.useSearchParams': ORIGIN.request,
  'react-router.useParams': ORIGIN.request,
  'next/navigation.useSearchParams': ORIGIN.request,
  'next/navigation.useParams': ORIGIN.request,
  'next/router.useRouter': ORIGIN.request,
  'vue-router.useRoute': ORIGIN.request,
  'readline-sync.question': ORIGIN.input,
  'os.hostname': ORIGIN.host,
  'os.userInfo': ORIGIN.host,
  'os.networkInterfaces': ORIGIN.host,
  'dns.getServers': ORIGIN.host,
  'screenshot-desktop': ORIGIN.host,
  'clipboardy.read': ORIGIN.host,
  'clipboardy.readSync': ORIGIN.host,
  'navigator.clipboard.readText': ORIGIN.host,
  'chrome.cookies.getAll': ORIGIN.secret,
  'browser.cookies.getAll': ORIGIN.secret,
  'keytar.getPassword': ORIGIN.secret,
  'keytar.findCredentials': ORIGIN.secret,
}

const NETWORK_CALL =
  /^(?:fetch|node-fetch|cross-fetch|undici|got|axios|superagent|needle|request|request-promise|http|https|http2|bent|ky|phin|WebSocket|ws|socket\.io-client|XMLHttpRequest)(?:\.(?:get|post|put|patch|request|fetch|head|ajax|getJSON|default|text|json|instance|create|io|connect))?\(\)$|^(?:\$|jQuery)\.(?:get|post|ajax|getJSON)\(\)$|^dns\.resolve\w*\(\)$/
const INPUT =
  /^(?:yargs(?:\(\))?\.(?:argv|parse\(\)|parseSync\(\))|minimist\(\)|commander\.\w*\.?opts\(\)|util\.parseArgs\(\)|(?:inquirer|enquirer)\.prompt\(\)|prompts\(\)|meow\(\))$/
const ARCHIVE =
  /^(?:unzipper|adm-zip|yauzl|jszip|tar-stream|tar|node-stream-zip|decompress|unzip|unrar)\b.*\.(?:path|entryName|fileName|name)$/
const FILE_CALL =
  /^(?:fs\.(?:readFile|readFileSync|createReadStream|readJson|readJsonSync|read)|Deno\.readTextFile|Bun\.file)\(\)$/

/** The origin of an expression by its canonical name. */
export function sourceOf(name: string): number {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? 0
  if (REQUEST.test(name) || PAGE.has(name)) return ORIGIN.request
  if (INPUT.test(name)) return ORIGIN.input
  if (ARCHIVE.test(name)) return ORIGIN.archive
  if (!name.endsWith('()')) return 0
  const called = name.slice(0, -2)
  if (Object.hasOwn(CALLS, called)) return CALLS[called] ?? 0
  if (FILE_CALL.test(name)) return ORIGIN.file
  return NETWORK_CALL.test(name) ? ORIGIN.network : 0
}

/** The origin of a name that the program never defines. */
export const sourceOfFree = (name: string): number => {
  if (USER_NAME.test(name)) return ORIGIN.request | ORIGIN.parameter
  return isGlobal(name) || usualName(name) !== name ? 0 : ORIGIN.parameter
}

/** Whether browsers or Node define the name for every program. */
export const isGlobal = (name: string): boolean => name in globalThis || KNOWN.has(name)

export const sourceOfParameter = (name: string): number =>
  ORIGIN.parameter | (USER_NAME.test(name) ? ORIGIN.request : 0)

/** Globals of browsers and of CommonJS, which the engine itself does not have. */
const KNOWN = new Set(
  'window document location navigator self top frames require module exports __dirname __filename arguments localStorage sessionStorage history screen alert confirm prompt XMLHttpRequest Worker Image Deno Bun chrome browser $ jQuery undefined'.split(
    ' ',
  ),
)

const REQUEST_PART = new RegExp(`^(?:${REQUEST_PARTS})$`)

export const isRequestPart = (name: string): boolean => REQUEST_PART.test(name)
