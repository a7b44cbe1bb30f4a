import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'

/** Data that leaves the host: its target and its contents. */
export interface Send {
  node: Node
  /** Address, or the options that hold it. */
  address: Node | undefined
  /** The sent values, address included; headers are left out, because credentials belong there. */
  contents: Node[]
  /** The bytes go over a bare connection, without a protocol. */
  isRaw?: boolean
}

const REQUESTS =
  /^(?:fetch|node-fetch|cross-fetch|undici\.(?:fetch|request)|got|axios|needle|request|request-promise|request-promise-native|bent|ky|phin|superagent|\$|jQuery|http|https|http2)(?:\.(?:get|post|put|patch|delete|head|request|ajax|getJSON|stream|fetch|connect))?$/
const PLAIN = new Set(['http', 'https', 'http2', '$', 'jQuery', 'superagent'])
const WRITES =
  /^(?:https?\.(?:request|get)|net\.(?:connect|createConnection|Socket)|tls\.connect|WebSocket|ws|XMLHttpRequest|dgram\.createSocket|socket\.io-client|superagent\.(?:post|put|get)|nodemailer\.createTransport|ftp|basic-ftp\.Client|ssh2\.Client|axios\.create|navigator)\(?\)?(?:\.\w+\(\))*\.(?:write|end|send|sendMail|emit|post|put|get|request|query|sendBeacon|put|uploadFrom|field|attach)$/
const BROWSED =
  /^(?:puppeteer|playwright|puppeteer-core|phantom|\$?page|\$?browser)\b.*\.(?:goto|open)$|^wkhtmlto(?:pdf|image)(?:\.generate)?$/
const SOCKETS = /^(?:net\.(?:connect|createConnection|Socket)|tls\.connect|https?\.request)\(\)/
const NAMES = /^dns\.(?:lookup|resolve\w*|promises\.\w+)$/
const BODY = [
  'body',
  'data',
  'json',
  'form',
  'formData',
  'text',
  'html',
  'attachments',
  'params',
  'qs',
  'searchParams',
  'payload',
  'content',
  'path',
]

const known = new WeakMap<JavaScriptProgram, Send[]>()

/** Computed once for a program, because many rules need it. */
export function sendsOf(program: JavaScriptProgram): Send[] {
  const sends =
    known.get(program) ??
    [...program.calls.flatMap((call) => sendOf(program, call)), ...loaded(program)].sort(
      (one, other) => one.node.start - other.node.start,
    )
  known.set(program, sends)
  return sends
}

function sendOf(program: JavaScriptProgram, call: Call): Send[] {
  const { name, inputs, node, method, callee } = call
  const [first, second] = inputs
  if (REQUESTS.test(name) && !PLAIN.has(name)) {
    const options = inputs.flatMap((input) => optionsIn(program, input))
    const plain =
      program.follow(second ?? node).type === 'ObjectExpression' && !/\.(?:post|put|patch)$/.test(name) ? [] : [second]
    return [{ node, address: first, contents: [first, ...plain, ...options].filter((each) => each !== undefined) }]
  }
  const isAddressed = NAMES.test(name) || /\.(?:get|post|put|request|sendBeacon)$/.test(name)
  if (WRITES.test(name) || NAMES.test(name)) {
    return [{ node, address: isAddressed ? first : undefined, contents: [...inputs] }]
  }
  if (name === 'WebSocket' || name === 'ws' || name === 'EventSource')
    return [{ node, address: first, contents: first ? [first] : [] }]
  if (method === 'pipe' && first && SOCKETS.test(program.nameOf(first))) {
    const [piped] = callee.children
    return [{ node, address: undefined, contents: piped ? [piped] : [], isRaw: true }]
  }
  if (BROWSED.test(name)) return [{ node, address: first, contents: first ? [first] : [] }]
  if (name === 'XMLHttpRequest().open') return [{ node, address: second, contents: second ? [second] : [] }]
  return []
}

const optionsIn = (program: JavaScriptProgram, input: Node): Node[] =>
  BODY.flatMap((name) => program.propertyOf(input, name) ?? [])

/** Addresses that a page loads are sent too. */
function loaded(program: JavaScriptProgram): Send[] {
  return program.assignments
    .filter(({ name, key }) => key === 'src' || /^(?:document\.)?location(?:\.href)?$/.test(name))
    .map(({ node, value }) => ({ node, address: value, contents: [value] }))
}
