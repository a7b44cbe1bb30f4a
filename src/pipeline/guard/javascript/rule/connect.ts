import { propertiesOf, siblingOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { isFirstForeign } from './is-first-foreign.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'
import { sendsOf } from './sends-of.ts'

const OFF: Record<string, unknown> = {
  rejectUnauthorized: false,
  strictSSL: false,
  insecure: true,
  insecureHTTPParser: true,
}
const OLD_TLS = /^(?:SSLv2|SSLv3|TLSv1)(?:_method|_1_method|_client_method|_server_method)?$|^TLSv1\.1$/

export const connectRules: JavaScriptRule[] = [
  {
    id: 'javascript/ssrf',
    family: 'network',
    severity: 'high',
    title: 'Asks a host that a client names',
    why: 'The client reaches hosts that only this machine reaches.',
    remedy: 'Look the host up in a list of those that are allowed.',
    cwe: [918],
    *find(program) {
      for (const { node, address, contents } of sendsOf(program)) {
        if (node.type === 'AssignmentExpression') continue
        const target = address && hostIn(program, address)
        const from = program.originsOf(target)
        const isFree = target && !isFixedHost(program.shapeOf(target)) && isFirstForeign(program, target)
        if (from & ORIGIN.request && isFree && contents.length > 0) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/certificate-check-off',
    family: 'network',
    severity: 'high',
    title: 'Does not check who answers',
    why: 'Anyone on the way can read and change what is sent.',
    remedy: 'Leave the check on; give the certificate with `ca` if it is your own.',
    cwe: [295],
    *find(program) {
      for (const object of program.objects) {
        for (const { property, key, value } of propertiesOf(object)) {
          const name = program.sourceOf(key).replace(/^['"]|['"]$/g, '')
          const isOff = Object.hasOwn(OFF, name) && program.evaluate(value) === OFF[name]
          const isIdle =
            name === 'checkServerIdentity' &&
            /=>\s*(?:undefined|null|true|\{\s*\})|\{\s*(?:return[^}]{0,20})?\}/.test(program.sourceOf(value))
          if (isOff || isIdle) yield spotAt(property, dropped(program, property))
        }
      }
    },
  },
  {
    id: 'javascript/all-certificate-checks-off',
    family: 'network',
    severity: 'high',
    title: 'Switches the check of certificates off for the whole program',
    why: 'Every connection of the process can be read and changed on the way.',
    remedy: 'Leave it out; give the certificate with `ca` if it is your own.',
    cwe: [295],
    *find(program) {
      for (const { node, key, value } of program.assignments) {
        const given = program.evaluate(value)
        if (key === 'NODE_TLS_REJECT_UNAUTHORIZED' && (given === '0' || given === 0)) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/old-tls',
    family: 'cryptography',
    severity: 'high',
    title: 'Asks for a broken version of TLS',
    why: 'SSL 3 and TLS 1.0 and 1.1 can be read along.',
    remedy: 'Leave the version out, or ask for TLSv1.2 or later.',
    cwe: [326, 327],
    *find(program) {
      for (const object of program.objects) {
        for (const name of ['secureProtocol', 'minVersion', 'maxVersion']) {
          const value = program.propertyOf(object, name)
          if (value && OLD_TLS.test(program.constantOf(value) ?? '')) yield spotAt(value)
        }
      }
    },
  },
  {
    id: 'javascript/network-use',
    family: 'network',
    severity: 'info',
    title: 'Talks to another host',
    why: 'What the program does depends on others, and others hear of it.',
    remedy: 'Allow the host for the run if it is meant.',
    cwe: [],
    *find(program) {
      for (const { node } of sendsOf(program)) if (node.type !== 'AssignmentExpression') yield spotAt(node)
    },
  },
  {
    id: 'javascript/listen-everywhere',
    family: 'network',
    severity: 'low',
    title: 'Listens on all addresses of the machine',
    why: 'Others than this machine can connect.',
    remedy: 'Listen on 127.0.0.1 unless others are meant to connect.',
    cwe: [668],
    *find(program) {
      for (const { node, method, inputs } of program.calls) {
        if (method === 'listen' && inputs.some((input) => program.constantOf(input) === '0.0.0.0')) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/cleartext-credentials',
    family: 'network',
    severity: 'medium',
    title: 'Sends credentials without encryption',
    why: 'Everyone on the way can read them.',
    remedy: 'Use https.',
    cwe: [319],
    *find(program) {
      for (const text of program.texts) {
        const shape = program.shapeOf(text) ?? ''
        if (/^(?:http|ftp|telnet):\/\/[^/\s:@]{1,100}:[^/\s@]{1,100}@/.test(shape)) yield spotAt(text)
      }
    },
  },
]

/** Options have the host in a property of their own. */
function hostIn(program: JavaScriptProgram, address: Node): Node {
  const names = ['url', 'uri', 'hostname', 'host', 'baseURL']
  return names.map((name) => program.propertyOf(address, name)).find((value) => value) ?? address
}

/** The host is a literal, and only the part behind it is unknown. */
const isFixedHost = (shape = ''): boolean => {
  const before = shape.split(HOLE)[0] ?? ''
  return /^\w+:\/\/[^/?#]+[/?#]/.test(before) || /^\/(?!\/)/.test(before)
}

/** Removes the property, and the comma that goes with it. */
function dropped(program: JavaScriptProgram, property: Node): Pick<Spot, 'fix'> {
  const { source } = program.tree
  const [before, after] = [siblingOf(property, -1), siblingOf(property, 1)]
  let { start, end } = property
  if (after?.type === ',') end = after.end + (source[after.end] === ' ' ? 1 : 0)
  else if (before?.type === ',') start = before.start
  if (!before || !after) return {}
  return { fix: { title: 'Leave the check on', edits: [{ start, end, text: '' }] } }
}
