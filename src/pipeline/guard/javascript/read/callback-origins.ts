import { argumentsOf, calleeOf, membersOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import { ORIGIN } from './origin.ts'
import type { Reading } from './reading.ts'
import { sourceOf } from './sources.ts'

interface Callback {
  call: Node
  /** Index of the parameter in the callback. */
  parameter: number
  name: string
}

const ROUTES = new Set(['get', 'post', 'put', 'patch', 'delete', 'use', 'all', 'route', 'options', 'head'])
const EACH = new Set(
  'forEach map filter find findIndex some every flatMap then reduce reduceRight sort finally catch replace replaceAll'.split(
    ' ',
  ),
)
const LISTENING = new Set(['on', 'once', 'addEventListener', 'addListener', 'handle', 'subscribe', 'onmessage'])

/** Names of parameters that are functions or objects of a framework, not data. */
const OFTEN_OWN = /^(?:_|err|error|resolve|reject|done|next|cb|callback|req|res|request|response|t)$/

/** The origins of a callback's parameter, by the function that takes the callback. */
export function callbackOrigins(reading: Reading, { call, parameter, name }: Callback): number {
  const callee = calleeOf(call)
  if (!callee) return 0
  const called = reading.nameOf(callee)
  const method = called.slice(called.lastIndexOf('.') + 1)
  const receiver = callee.type === 'MemberExpression' ? membersOf(callee)?.object : undefined
  const [first, ...rest] = argumentsOf(call)
  const event = first && reading.evaluate(first)
  if (EACH.has(method) && receiver)
    return reading.originsOf(receiver) | (method === 'then' ? resultOf(reading, receiver) : 0)
  if (LISTENING.has(method) && receiver) return listenedOrigins(reading, { receiver, event, name })
  if (ROUTES.has(method) && typeof event === 'string' && event.startsWith('/') && rest.length > 0) {
    return parameter === 0 && !/^err/.test(name) ? ORIGIN.request : 0
  }
  if (/^(?:https?|http2)\.create(?:Secure)?Server$/.test(called)) return parameter === 0 ? ORIGIN.request : 0
  if (/^net\.create(?:Server|Connection)$|^net\.connect$/.test(called)) return parameter === 0 ? ORIGIN.network : 0
  if (/\.question$|^readline-sync\./.test(called)) return ORIGIN.input
  if (/^(?:test|it|describe|beforeEach|Promise|setTimeout|setInterval|Array\.from)$/.test(called)) return 0
  const source = sourceOf(`${called}()`)
  if (parameter === 0 && /^e(?:rr(?:or)?)?$/.test(name)) return 0
  return source || (OFTEN_OWN.test(name) ? 0 : ORIGIN.parameter)
}

/** Code that awaits a promise of a response gets the response. */
const resultOf = (reading: Reading, receiver: Node): number => sourceOf(reading.nameOf(receiver))

/** The origins of an event's data. */
export function listenedOrigins(
  reading: Reading,
  { receiver, event, name }: { receiver: Node; event: unknown; name: string },
): number {
  const from = reading.originsOf(receiver)
  const held = reading.nameOf(receiver)
  if (typeof event === 'string' && /^key(?:down|up|press)?$/.test(event)) return ORIGIN.keys
  if (/stdin|readline/.test(held)) return ORIGIN.input
  if (/^(?:net|tls|dgram|ws|WebSocket|socket\.io)/.test(held)) return ORIGIN.network
  if (event === 'message') return ORIGIN.request | from
  if (event === 'entry' || /yauzl|unzipper|tar-stream|^tar\b/.test(held)) return from | ORIGIN.archive
  if (event === 'data' || event === 'end' || event === 'response') return from
  if (/^e(?:v|vt|vent)?$|^err/.test(name)) return 0
  return from | ORIGIN.parameter
}
