import type { Severity } from '../../../../contract/finding.ts'
import { namesMetadataAddress } from '../../../../contract/metadata-address.ts'
import { isInside } from '../../../../language/javascript/nodes.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { ENVIRONMENT } from '../read/sources.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'
import { type Send, sendsOf } from './sends-of.ts'

/** Hosts that exist to catch the data sent to them. */
const CATCHERS =
  /webhook\.site|requestbin|pipedream\.net|burpcollaborator|oast\.(?:fun|pro|live|me|site|online)|interact\.sh|interactsh|\.ngrok(?:-free)?\.(?:io|app)|beeceptor|dnslog\.cn|ceye\.io|requestcatcher|hookbin/i
const CHATS =
  /discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com|transfer\.sh|pastebin\.com|anonfiles|file\.io/i
const NAMES_SECRET = /env(?:\.|\[['"])\w{0,60}(?:SECRET|TOKEN|PASSW|API_?KEY|CREDENTIAL|ACCESS_?KEY|PRIVATE)/i
const LOCAL = /^(?:\/(?!\/)|\.|https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]))/

export const exfiltrateRules: JavaScriptRule[] = [
  {
    id: 'javascript/exfiltration',
    family: 'network',
    severity: 'critical',
    title: 'Sends credentials or private data away',
    why: 'What is sent away cannot be had back.',
    remedy: 'Remove it, and change the credentials that were there.',
    cwe: [200, 506],
    *find(program) {
      for (const call of program.callsTo('JSON.stringify')) {
        if (call.inputs[0] && program.nameOf(call.inputs[0]) === ENVIRONMENT)
          yield spotAt(call.node, {
            severity: 'medium',
            message: 'Makes a text of the whole environment, with all secrets in it',
          })
      }
      for (const { node, address } of sendsOf(program)) {
        const isSecret =
          address &&
          program.originsOf(address) & ORIGIN.environment &&
          NAMES_SECRET.test(program.sourceOf(program.follow(address)).slice(0, 1000))
        if (isSecret && /^https?:\/\/[^/?]+[/?]/.test(program.shapeOf(address) ?? ''))
          yield spotAt(node, { severity: 'medium', message: 'Puts a secret of the environment into an address' })
      }
      for (const send of sendsOf(program)) {
        const severity = leakOf(program, send)
        if (severity) yield spotAt(send.node, { severity })
      }
    },
  },
  {
    id: 'javascript/keylogger',
    family: 'network',
    severity: 'critical',
    title: 'Records the keys that a user presses and sends or stores them',
    why: 'Passwords are typed, too.',
    remedy: 'Remove it.',
    cwe: [506, 200],
    *find(program) {
      for (const { node, address, contents } of sendsOf(program)) {
        if (!contents.some((each) => program.originsOf(each) & ORIGIN.keys)) continue
        // Games and search fields send keys to their own server.
        const isAway = address !== undefined && /^https?:/.test(program.shapeOf(address) ?? '')
        yield spotAt(node, { severity: isAway ? 'critical' : 'medium' })
      }
      const listeners = /^(?:iohook|uiohook-napi|node-global-key-listener|gkm|node-key-sender|keylogger\.js)\b/
      for (const call of program.calls) {
        if (listeners.test(call.name))
          yield spotAt(call.node, { severity: sendsOf(program).length > 0 ? 'critical' : 'high' })
      }
    },
  },
  {
    id: 'javascript/catching-host',
    family: 'network',
    severity: 'high',
    title: 'Talks to a host that exists to catch what is sent to it',
    why: 'Such hosts are where stolen data goes.',
    remedy: 'Use a host of your own.',
    cwe: [200],
    *find(program) {
      for (const text of program.texts) {
        const shape = program.shapeOf(text)?.slice(0, 2000) ?? ''
        if (/\/\/|\./.test(shape) && CATCHERS.test(shape)) yield spotAt(text)
      }
    },
  },
  {
    id: 'javascript/chat-webhook',
    family: 'network',
    severity: 'medium',
    title: 'Sends to a chat or a paste service',
    why: 'Messages there are read by whoever owns the hook.',
    remedy: 'Make sure that the hook is yours, and that nothing private is in the message.',
    cwe: [200],
    *find(program) {
      for (const { node, address, contents } of sendsOf(program)) {
        const shape = program.shapeOf(address)?.slice(0, 2000) ?? ''
        const isPrivate = contents.some(
          (each) => program.originsOf(each) & (ORIGIN.environment | ORIGIN.host | ORIGIN.storage | ORIGIN.file),
        )
        if (CHATS.test(shape)) yield spotAt(node, { severity: isPrivate ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/cloud-metadata',
    family: 'network',
    severity: 'high',
    title: 'Asks the cloud for the credentials of the machine',
    why: 'The answer is a key to the account that runs it.',
    remedy: 'Ask whoever runs the program for the credentials that it needs.',
    cwe: [918, 522],
    *find(program) {
      for (const text of program.texts) if (namesMetadataAddress(program.shapeOf(text) ?? '')) yield spotAt(text)
    },
  },
  {
    id: 'javascript/port-scan',
    family: 'network',
    severity: 'high',
    title: 'Tries many ports or hosts in a row',
    why: 'That is how a network is looked over before an attack.',
    remedy: 'Connect to the hosts and ports that are needed.',
    cwe: [200],
    *find(program) {
      const connects = program.callsTo('net.connect', 'net.createConnection', 'net.Socket().connect', 'net.Socket')
      if (connects.length === 0) return
      const loops = program.loops.filter((loop) => /\bports?\b/i.test(headOf(program, loop)))
      // The loop may call a function that connects.
      const isCalling = loops.some((loop) => /scan|check|probe|connect/i.test(program.sourceOf(loop).slice(0, 1000)))
      for (const { node } of connects) {
        if (isCalling || loops.some((loop) => isInside(node, loop))) yield spotAt(node)
      }
    },
  },
]

function leakOf(program: JavaScriptProgram, { address, contents, isRaw }: Send): Severity | undefined {
  const origins = contents.reduce((flags, each) => flags | program.originsOf(each), 0)
  const shape = program.shapeOf(address) ?? ''
  const isWhole = contents.some((each) => program.nameOf(each) === ['process', 'env'].join('.'))
  if (LOCAL.test(shape)) return undefined
  const isFar = /^(?:https?|wss?):\/\/[^\uFFFC]/.test(shape)
  // A page without a named host may be talking to its own server.
  const isOwnCookie = (origins & ORIGIN.request) !== 0 && !isFar && address !== undefined
  if (origins & ORIGIN.secret || isWhole) return isOwnCookie ? 'high' : 'critical'
  if (isRaw && origins & ORIGIN.file) return 'medium'
  if (origins & ORIGIN.host) return 'high'
  if (origins & ORIGIN.storage && isFar) return 'high'
  if (origins & ORIGIN.environment && CATCHERS.test(shape)) return 'critical'
  const isSecretNamed = contents.some((each) =>
    /\.(?:\w*(?:SECRET|TOKEN|PASSWORD|PRIVATE_KEY|AWS_)\w*)\b/.test(program.sourceOf(each)),
  )
  const isQuery = shape.includes(HOLE) || contents.length > 1
  return origins & ORIGIN.environment && isSecretNamed && isFar && isQuery ? 'high' : undefined
}

const headOf = (program: JavaScriptProgram, loop: { start: number; end: number }): string =>
  program.tree.source.slice(loop.start, Math.min(loop.end, loop.start + 120))
