import { argumentsOf, functionAround, membersOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

/** Preferences of an Electron window, with their dangerous values. */
const WINDOW = [
  ['nodeIntegration', true],
  ['contextIsolation', false],
  ['webSecurity', false],
  ['allowRunningInsecureContent', true],
] as const

/** Ways to `require` that no reader of the imports sees. */
const THROUGH_PROCESS =
  /\bmainModule\??\.(?:require|constructor\._load)$|\bmodule\.constructor\._load$|\bprocess\.getBuiltinModule$|\bmodule\.parent\.require$/

export const loadCodeRules: JavaScriptRule[] = [
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
        const isMade = code !== undefined && program.nameOf(code) === 'URL.createObjectURL()'
        if (!isCode && !isData && !isMade) continue
        const isOpen = isMade ? program.originsOf(code) !== 0 : program.constantOf(code) === undefined
        yield spotAt(call.node, { severity: isOpen ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/script-element',
    family: 'code-execution',
    severity: 'high',
    title: 'Puts foreign code into a page as a script',
    why: 'The page runs it with all that its visitor may do.',
    remedy: 'Load scripts from addresses that are written down.',
    cwe: [79, 829],
    *find(program) {
      for (const { node, key, target, value } of program.assignments) {
        if (!/^(?:src|text|textContent|innerText)$/.test(key) || !isScript(program, target)) continue
        if (program.originsOf(value) & FOREIGN) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/fetched-module',
    family: 'code-execution',
    severity: 'high',
    title: 'Writes a file and loads it as code',
    why: 'Whoever decides about the content of the file decides what the program does.',
    remedy: 'Install code as a package of a known version.',
    cwe: [494, 829],
    *find(program) {
      const written = writtenFiles(program)
      for (const call of program.calls) {
        if (call.name !== 'require' && call.node.type !== 'DynamicImport') continue
        const severity = written.get(program.constantOf(call.inputs[0]) ?? '')
        if (severity) yield spotAt(call.node, { severity })
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
      const libraries = [
        'ffi-napi.Library',
        'ffi.Library',
        'node-ffi.Library',
        'koffi.load',
        'bun:ffi.dlopen',
        'Deno.dlopen',
      ]
      for (const call of program.callsTo(
        'WebAssembly.instantiate',
        'WebAssembly.compile',
        'grpc.load',
        '@grpc/proto-loader.loadSync',
      )) {
        if (program.originsOf(call.inputs[0]) & FOREIGN)
          yield spotAt(call.node, { severity: 'medium', message: 'Loads a program or its description from a client' })
      }
      for (const call of program.callsTo(...libraries)) {
        yield spotAt(call.node, { severity: 'medium', message: 'Loads a native library' })
      }
      for (const call of program.calls) {
        if (!THROUGH_PROCESS.test(program.sourceOf(call.callee).slice(0, 200))) continue
        yield spotAt(call.node, { severity: 'medium', message: 'Loads a module in a roundabout way' })
      }
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
    id: 'javascript/chosen-method',
    family: 'code-execution',
    severity: 'medium',
    title: 'Lets a client name the function that is called',
    why: 'Every method of the object can be reached so, also those that nobody thought of.',
    remedy: 'Look the name up in a `Map` of those that are allowed.',
    cwe: [470, 94],
    *find(program) {
      for (const { node, callee } of program.calls) {
        const member = callee.type === 'MemberExpression' ? membersOf(callee) : undefined
        if (member?.isComputed && program.originsOf(member.property) & ORIGIN.request && !isGuarded(program, node))
          yield spotAt(node)
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
        else if (module && program.constantOf(module) === undefined) {
          yield spotAt(call.node, {
            severity: shape?.endsWith('.json') ? 'low' : 'medium',
            message: 'Loads a module that is chosen when the program runs',
          })
        }
      }
    },
  },
]

/** The function around the call looks whether the name is one of those that are meant. */
const isGuarded = (program: JavaScriptProgram, node: Node): boolean =>
  /hasOwn|\.has\(|\.includes\(|indexOf\(/.test(program.sourceOf(functionAround(node) ?? node).slice(0, 3000))

/** The target of an assignment belongs to `document.createElement('script')`. */
function isScript(program: JavaScriptProgram, target: Node): boolean {
  const object = membersOf(target)?.object
  const made = object && program.follow(object)
  if (!made || program.nameOf(made) !== 'document.createElement()') return false
  return program.constantOf(argumentsOf(made)[0])?.toLowerCase() === 'script'
}

const WRITERS = ['fs.writeFile', 'fs.writeFileSync', 'fs.createWriteStream']
const FETCHERS = ['http.get', 'https.get', 'http.request', 'https.request', 'fetch', 'axios.get', 'axios', 'got']

/** Paths that the program writes, each with the severity of loading it: a file that the program makes may be its own code. */
function writtenFiles(program: JavaScriptProgram): Map<string, 'high' | 'medium'> {
  const fetches = program.callsTo(...FETCHERS).length > 0
  const paths = program.callsTo(...WRITERS).map(({ inputs: [path, data] }) => {
    const isFetched = data ? (program.originsOf(data) & ORIGIN.network) !== 0 : false
    return [program.constantOf(path) ?? '', isFetched || fetches ? 'high' : 'medium'] as const
  })
  return new Map(paths.filter(([path]) => path !== ''))
}
