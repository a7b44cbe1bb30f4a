import { isFunction } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

export const webServerRules: JavaScriptRule[] = [
  {
    id: 'javascript/open-cors',
    family: 'network',
    severity: 'high',
    title: 'Lets every site use the cookies of a visitor',
    why: 'Any page that a visitor opens can act in their name.',
    remedy: 'Name the origins that are allowed.',
    cwe: [942, 346],
    *find(program) {
      const isWithCookies = allowsCredentials(program)
      for (const call of program.calls) {
        if (call.name === 'cors' || call.name === '@fastify/cors') {
          const origin = program.optionOf(call, 'origin')
          const isAll = origin && allowsAll(program, origin)
          const credentials = program.optionOf(call, 'credentials')
          const isCredentials = credentials && program.evaluate(credentials) === true
          if (isAll) yield spotAt(call.node, { severity: isCredentials ? 'high' : 'low' })
        }
        const [name, value] = call.inputs
        if (!isHeaderCall(call.method) || !/^access-control-allow-origin$/i.test(program.constantOf(name) ?? ''))
          continue
        const isEcho = program.originsOf(value) & ORIGIN.request
        if (isEcho) yield spotAt(call.node, { severity: isWithCookies ? 'high' : 'medium' })
        else if (program.constantOf(value) === '*')
          yield spotAt(call.node, { severity: isWithCookies ? 'high' : 'low' })
      }
    },
  },
  {
    id: 'javascript/open-browser',
    family: 'network',
    severity: 'medium',
    title: 'Lets others drive the browser that is started',
    why: 'Whoever reaches the port of the debugger reads pages and files as the user of the browser.',
    remedy: 'Leave the port out; the library talks to the browser through a pipe.',
    cwe: [489, 306],
    *find(program) {
      for (const { node, method, inputs } of program.calls) {
        if (!/^launch/.test(method) || !inputs[0]) continue
        const args = program.propertyOf(inputs[0], 'args')
        if (args && /--remote-debugging-(?:port|address)/.test(program.sourceOf(program.follow(args))))
          yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/mass-assignment',
    family: 'sql',
    severity: 'medium',
    title: 'Stores whatever fields a client sends',
    why: 'A client may set fields such as `isAdmin`.',
    remedy: 'Take the fields that are meant, one by one.',
    cwe: [915],
    *find(program) {
      for (const { node, callee, name, method, inputs, isNew } of program.calls) {
        const isStoring =
          isNew || /^(?:create|insert|insertOne|update|updateOne|findByIdAndUpdate|assign)$/.test(method)
        if (!isStoring || !(/^[A-Z]/.test(program.sourceOf(callee)) || name === 'Object.assign')) continue
        const isWhole = (input: Node) => /^\$?(?:req|request|ctx\.request)\.(?:body|query)$/.test(program.nameOf(input))
        if (inputs.some(isWhole)) yield spotAt(node)
      }
    },
  },
]

function allowsAll(program: JavaScriptProgram, origin: Node): boolean {
  if (program.constantOf(origin) === '*' || program.evaluate(origin) === true) return true
  const decide = program.follow(origin)
  const text = isFunction(decide) ? program.sourceOf(decide).slice(0, 500) : ''
  return /\(\s*null\s*,\s*true\s*\)/.test(text) && !/\bif\b|\?|&&|includes|\.test\(/.test(text)
}

const isHeaderCall = (method: string): boolean => /^(?:setHeader|header|set|append)$/.test(method)

function allowsCredentials(program: JavaScriptProgram): boolean {
  return program.calls.some(({ method, inputs: [name, value] }) => {
    if (!isHeaderCall(method)) return false
    const isAllowing = /^access-control-allow-credentials$/i.test(program.constantOf(name) ?? '')
    return isAllowing && value !== undefined && String(program.evaluate(value)) === 'true'
  })
}
