import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { isFunction } from '../read/nodes.ts'
import { FOREIGN, GIVEN, ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const EVALUATORS = ['eval', 'Function', 'execScript', 'GeneratorFunction', 'AsyncFunction', 'vm.runInThisContext']
const VM = ['vm.runInNewContext', 'vm.runInContext', 'vm.Script', 'vm.compileFunction', 'vm.SourceTextModule']
const FOREIGN_VM = ['vm2.VM().run', 'vm2.NodeVM().run', 'safe-eval', 'safer-eval', 'notevil', 'sandbox().run']
/** Preferences of an Electron window, and what makes them dangerous. */
const WINDOW = [
  ['nodeIntegration', true],
  ['contextIsolation', false],
  ['webSecurity', false],
  ['allowRunningInsecureContent', true],
] as const
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate']

/** The last input is the code; the ones before it are names of parameters. */
export const codeOf = ({ name, inputs }: Call): Node | undefined =>
  name === 'Function' || name.endsWith('GeneratorFunction') || name === 'AsyncFunction' ? inputs.at(-1) : inputs[0]

/** Everything that is run as code, whatever runs it. */
export function executedCode(program: JavaScriptProgram): { call: Call; code: Node }[] {
  const timers = program.callsTo(...TIMERS).filter(({ inputs: [first] }) => first && isText(program, first))
  return [...program.callsTo(...EVALUATORS, ...VM, ...FOREIGN_VM), ...timers, ...compiled(program)].flatMap((call) => {
    const code = codeOf(call)
    return code ? [{ call, code }] : []
  })
}

const compiled = (program: JavaScriptProgram): Call[] =>
  program.calls.filter(({ name }) => name.endsWith('._compile') || name === 'require-from-string')

/** A plain name may be a function, whatever else flows into it. */
const isText = (program: JavaScriptProgram, node: Node): boolean => {
  const target = program.follow(node)
  if (isFunction(target)) return false
  if (program.shapeOf(node) !== undefined) return true
  const isMade =
    target.type === 'CallExpression' || target.type === 'BinaryExpression' || /^location\b/.test(program.nameOf(node))
  return isMade && (program.originsOf(node) & (FOREIGN | ORIGIN.decoded)) !== 0
}

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
        if (program.originsOf(code) & ORIGIN.network) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/vm',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs foreign code with `vm`, which is no wall',
    why: 'Code in a context of `vm` reaches the program around it by one constructor.',
    remedy: 'Run foreign code in a process or box of its own.',
    cwe: [94, 265],
    *find(program) {
      for (const call of program.callsTo(...VM, ...FOREIGN_VM)) {
        const [code] = call.inputs
        const isForeignWorld = program.originsOf(call.inputs[1]) & FOREIGN
        if (!code || (program.constantOf(code) !== undefined && !isForeignWorld)) continue
        const isGiven = isForeignWorld || program.originsOf(code) & (GIVEN & ~ORIGIN.file)
        yield spotAt(call.node, { severity: isGiven ? 'high' : 'medium' })
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
  {
    id: 'javascript/worker-code',
    family: 'code-execution',
    severity: 'high',
    title: 'Starts a worker from a text of code',
    why: 'Whoever can change the text decides what the worker does.',
    remedy: 'Start workers from files of the program.',
    cwe: [94],
    *find(program) {
      for (const call of program.callsTo('worker_threads.Worker', 'Worker')) {
        const [code] = call.inputs
        const isCode = program.evaluate(program.optionOf(call, 'eval') ?? call.node) === true
        const isData = /^(?:data|blob):/.test(program.shapeOf(code) ?? '')
        if (!isCode && !isData) continue
        yield spotAt(call.node, { severity: program.constantOf(code) === undefined ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/internal-binding',
    family: 'code-execution',
    severity: 'high',
    title: 'Reaches into the inside of Node',
    why: 'Internal bindings go around every check that the public modules make.',
    remedy: 'Use the public module.',
    cwe: [749],
    *find(program) {
      const names = ['process.binding', 'process._linkedBinding', 'process.dlopen', 'internalBinding']
      for (const call of program.callsTo(...names)) yield spotAt(call.node)
    },
  },
  {
    id: 'javascript/windows-script',
    family: 'code-execution',
    severity: 'high',
    title: 'Drives Windows from a script',
    why: 'These objects start programs and write files outside of every wall of a browser.',
    remedy: 'Remove it.',
    cwe: [506],
    *find(program) {
      for (const call of program.callsTo('ActiveXObject', 'WScript.CreateObject')) {
        const object = program.constantOf(call.inputs[0]) ?? ''
        if (/^(?:WScript\.Shell|Shell\.Application|ADODB\.Stream|Scripting\.FileSystemObject|MSXML2\.)/i.test(object)) {
          yield spotAt(call.node)
        }
      }
    },
  },
  {
    id: 'javascript/open-window',
    family: 'code-execution',
    severity: 'high',
    title: 'Gives web pages the rights of the program',
    why: 'A script of any page that is shown can then read files and start programs.',
    remedy: 'Leave `nodeIntegration` off, `contextIsolation` and `webSecurity` on.',
    cwe: [94, 346],
    *find(program) {
      for (const object of program.objects) {
        const preferences = program.propertyOf(object, 'webPreferences')
        for (const [name, risky] of WINDOW) {
          const value = preferences && program.propertyOf(preferences, name)
          if (value && program.evaluate(value) === risky) yield spotAt(value)
        }
      }
    },
  },
  {
    id: 'javascript/foreign-module',
    family: 'code-execution',
    severity: 'high',
    title: 'Loads a module that somebody else names',
    why: 'Loading a module runs it, and a path may lead to any file.',
    remedy: 'Look the module up in a list of those that are allowed.',
    cwe: [98, 829],
    *find(program) {
      for (const call of program.callsTo('require', 'import')) {
        const [module] = call.inputs
        const shape = program.shapeOf(module)
        const origins = program.originsOf(module)
        if (shape !== undefined && /^(?:data:|https?:)/.test(shape)) yield spotAt(call.node)
        else if (origins & FOREIGN) yield spotAt(call.node)
        else if (origins & (ORIGIN.input | ORIGIN.environment)) yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
]

/** `setTimeout("f()", 9)` → `setTimeout(() => { f() }, 9)`: only for a plain call of a name. */
function arrowFor(code: Node, text: string) {
  if (code.type !== 'String' || !/^[\w$.]+\(\);?$/.test(text)) return {}
  const call = text.replace(/;$/, '')
  const edits = [{ start: code.start, end: code.end, text: `() => { ${call} }` }]
  return { fix: { title: 'Give the timer a function', edits } }
}
