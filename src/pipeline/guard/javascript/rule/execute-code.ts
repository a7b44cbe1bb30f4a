import { isFunction } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { FOREIGN, GIVEN, ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { CONTEXTS, codeOf, EVALUATORS, executedCode, isText, TIMERS } from './executed-code.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

/** Methods of browsers under control that take the text of a program. */
const BROWSER_CODE = new Set(
  'evaluate evaluateHandle evaluateOnNewDocument addInitScript compileScript callFunctionOn setContent addScriptTag $eval $$eval'.split(
    ' ',
  ),
)

const TEXT_ONLY = new Set(['setContent', 'compileScript'])

/** Names of parameters that hold the text of a program, and no function. */
const NAMED_CODE = /^(?:code|script|source|src|js|expr(?:ession)?|payload|user\w*|\w*(?:Code|Script|Input|Expression))$/

/** Methods that call a function which they are given. */
const HANDS_ON = new Set('map forEach flatMap filter some every find reduce then catch'.split(' '))
const HANDED = new Set(['eval', 'Function', 'vm.runInThisContext'])

export const executeCodeRules: JavaScriptRule[] = [
  {
    id: 'javascript/eval',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs a text as code',
    why: 'Whoever can change the text decides what the program does.',
    remedy: 'Read data with `JSON.parse`, look functions up in a table, or write the code where it is used.',
    cwe: [95, 94],
    *find(program) {
      for (const call of program.callsTo(...EVALUATORS)) {
        const code = codeOf(call)
        if (!code || isFunction(program.follow(code))) continue
        const text = program.constantOf(code)
        if (text === undefined) yield spotAt(call.node)
        else if (!/^\s*(?:["']use strict["'];?\s*)?return this;?\s*$/.test(text) && text !== '') {
          yield spotAt(call.node, { severity: 'medium', message: 'Runs a constant text as code' })
        }
      }
      for (const { node, method, inputs } of program.calls) {
        const [given] = inputs
        const code = given && (program.propertyOf(given, 'expression') ?? program.propertyOf(given, 'content') ?? given)
        if (code && BROWSER_CODE.has(method) && isMade(program, code, TEXT_ONLY.has(method)))
          yield spotAt(node, {
            severity: program.originsOf(code) & FOREIGN ? 'high' : 'medium',
            message: 'Runs a text with values in it as code of a page',
          })
        if (HANDS_ON.has(method) && inputs.some((input) => HANDED.has(program.nameOf(input))))
          yield spotAt(node, { message: 'Hands values to a function that runs them as code' })
      }
    },
  },
  {
    id: 'javascript/remote-code',
    family: 'code-execution',
    severity: 'critical',
    title: 'Runs what another host answers',
    why: 'The host, or anyone on the way to it, has the whole program in hand.',
    remedy: 'Ship the code with the program, or take data and not code from other hosts.',
    cwe: [494, 829],
    *find(program) {
      for (const { call, code } of executedCode(program)) {
        if (!(program.originsOf(code) & ORIGIN.network)) continue
        // `eval('(' + text + ')')` is an old way to read data.
        const isData = program.shapeOf(code)?.startsWith('(') === true
        yield spotAt(call.node, { severity: isData ? 'high' : 'critical' })
      }
    },
  },
  {
    id: 'javascript/vm',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs foreign code with `vm`, which is no wall',
    why: 'Code in a context of `vm` reaches the program around it by one constructor.',
    remedy: 'Run foreign code in a process or sandbox of its own.',
    cwe: [94, 265],
    *find(program) {
      for (const call of program.callsTo(...CONTEXTS)) {
        const [code] = call.inputs
        const isForeignWorld = program.originsOf(call.inputs[1]) & FOREIGN
        if (!code || (program.constantOf(code) !== undefined && !isForeignWorld)) continue
        const isGiven = isForeignWorld || program.originsOf(code) & (GIVEN & ~ORIGIN.file)
        yield spotAt(call.node, { severity: isGiven ? 'high' : 'medium' })
      }
      for (const call of program.callsTo('vm2.NodeVM')) {
        const modules = program.optionOf(call, 'require')
        const isOpen =
          modules &&
          ['external', 'builtin'].some((name) => {
            const value = program.propertyOf(modules, name)
            return (
              value &&
              (program.evaluate(value) === true || /['"](?:\*|child_process|fs)['"]/.test(program.sourceOf(value)))
            )
          })
        if (isOpen) yield spotAt(call.node, { severity: 'medium', message: 'Lets code in `vm2` load modules' })
      }
    },
  },
  {
    id: 'javascript/string-timer',
    family: 'code-execution',
    severity: 'medium',
    title: 'Gives a timer a text, which it runs as code',
    why: 'It is `eval` under another name.',
    remedy: 'Give the timer a function.',
    cwe: [95],
    *find(program) {
      for (const call of program.callsTo(...TIMERS)) {
        const [code] = call.inputs
        if (!code || !isText(program, code)) continue
        const text = program.constantOf(code)
        if (text === undefined) yield spotAt(call.node, { severity: 'high' })
        else yield spotAt(call.node, arrowFor(code, text))
      }
    },
  },
]

/** A text with values in it, or a value of others; a function that a caller hands over cannot be told from a text. */
const isMade = (program: JavaScriptProgram, code: Node, isText: boolean): boolean =>
  !isFunction(program.follow(code)) &&
  (program.shapeOf(code)?.includes(HOLE) === true ||
    (program.originsOf(code) & (isText || NAMED_CODE.test(program.sourceOf(code).slice(0, 40)) ? GIVEN : FOREIGN)) !==
      0)

/** `setTimeout("f()", 9)` → `setTimeout(() => { f() }, 9)`: only for a plain call of a name. */
function arrowFor(code: Node, text: string) {
  if (code.type !== 'String' || !/^[\w$.]+\(\);?$/.test(text)) return {}
  const call = text.replace(/;$/, '')
  const edits = [{ start: code.start, end: code.end, text: `() => { ${call} }` }]
  return { fix: { title: 'Give the timer a function', edits } }
}
