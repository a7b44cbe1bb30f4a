import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const isOfAnswer = ({ name }: Call): boolean => /^\$?(?:res|response|reply|ctx)\b/.test(name)

const SESSION = /sess|token|auth|sid$|jwt|login|remember/i

export const webAnswerRules: JavaScriptRule[] = [
  {
    id: 'javascript/header-injection',
    family: 'network',
    severity: 'high',
    title: 'Puts foreign text into a header or cookie',
    why: 'A line break in it begins another header; a chosen type or cookie changes what the browser does.',
    remedy: 'Look the value up in a list, or encode it with `encodeURIComponent`.',
    cwe: [113],
    *find(program) {
      for (const call of program.calls) {
        const value = headerValue(program, call)
        if (!value || !(program.originsOf(value) & ORIGIN.request)) continue
        // Proxies pass headers on, such as the id of a request.
        const isPassedOn = /\bheaders\b|\.(?:get|header)\(/.test(program.sourceOf(value))
        yield spotAt(call.node, { severity: isPassedOn ? 'medium' : 'high' })
      }
    },
  },
  {
    id: 'javascript/open-cookie',
    family: 'network',
    severity: 'low',
    title: 'Sets a cookie without protection',
    why: 'Scripts can read it, or it is sent without encryption.',
    remedy: 'Set `httpOnly`, `secure` and `sameSite`.',
    cwe: [614, 1004],
    *find(program) {
      for (const call of program.calls) {
        if (call.method !== 'cookie' || !isOfAnswer(call)) continue
        const flags = ['httpOnly', 'secure'].map((name) => program.optionOf(call, name))
        const isOff = flags.some((flag) => flag && program.evaluate(flag) === false)
        const isSession = SESSION.test(program.constantOf(call.inputs[0]) ?? '')
        if (isOff || flags.some((flag) => !flag))
          yield spotAt(call.node, { severity: isOff || isSession ? 'medium' : 'low' })
      }
    },
  },
  {
    id: 'javascript/exposed-error',
    family: 'network',
    severity: 'medium',
    title: 'Shows visitors what went wrong inside',
    why: 'Traces of errors tell names, paths and values that help an attacker.',
    remedy: 'Log the error, and answer with a general message.',
    cwe: [209, 497],
    *find(program) {
      for (const call of program.calls) {
        if (!/^(?:send|json|end|write)$/.test(call.method) || !isOfAnswer(call)) continue
        const isTrace = call.inputs.some((input) => /\be(?:rr|rror|x|xception)?\.stack\b/.test(program.sourceOf(input)))
        if (isTrace) yield spotAt(call.node)
      }
    },
  },
]

/** The value that a call writes into a header or cookie; redirects and CORS have rules of their own. */
function headerValue(program: JavaScriptProgram, call: Call): Node | undefined {
  const isHeader = call.method === 'setHeader' || (/^(?:set|header|append)$/.test(call.method) && isOfAnswer(call))
  const isCookie = call.method === 'cookie' && isOfAnswer(call)
  const name = program.constantOf(call.inputs[0]) ?? ''
  const isOther = /^(?:access-control-allow-\w+|location)$/i.test(name)
  return (isHeader && !isOther) || isCookie ? call.inputs[1] : undefined
}
