import { isFunction } from '../../../../language/javascript/nodes.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'
import { commandsOf } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const USERS = ['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'].map((name) => `process.${name}`)
/** Code that replaces these sees, and can change, everything that passes through them. */
const WATCHED =
  /^(?:fetch|XMLHttpRequest|XMLHttpRequest\.prototype\.(?:open|send|setRequestHeader)|https?\.(?:request|get)|module\._load|Module\._load|module\.prototype\.require|Module\.prototype\.require|module\._extensions\..*|require\.extensions\..*|module\._resolveFilename|child_process\.\w+|crypto\.\w+|WebSocket(?:\.prototype\.\w+)?|HTMLFormElement\.prototype\.submit|(?:ethereum|solana|tronWeb|web3)\.\w+)$/
const BUILTINS =
  /^(?:Array|String|Number|Function|Promise|RegExp|Date|JSON|Math|Map|Set)\.(?:prototype\.)?\w+$|^(?:eval|Function|parseInt|JSON|Promise|Date|Math)$/
const ESCAPES =
  /^\/var\/run\/docker\.sock|^\/run\/docker\.sock|docker\.sock$|containerd\.sock|release_agent|\/proc\/1\/root|\/proc\/sys\/kernel\/core_pattern|\/proc\/sysrq-trigger/

export const privilegeRules: JavaScriptRule[] = [
  {
    id: 'javascript/user-change',
    family: 'privilege',
    severity: 'high',
    title: 'Becomes root',
    why: 'What then goes wrong goes wrong with all rights.',
    remedy: 'Run as a user without rights.',
    cwe: [250, 269],
    *find(program) {
      for (const call of program.callsTo(...USERS)) {
        const user = program.evaluate(call.inputs[0] ?? call.node)
        const isRoot = user === 0 || user === 'root' || user === '0'
        if (isRoot) yield spotAt(call.node)
        else yield spotAt(call.node, { severity: 'low', message: 'Changes the user that the program runs as' })
      }
      for (const { call } of commandsOf(program)) {
        const user = program.optionOf(call, 'uid')
        if (user && program.evaluate(user) === 0) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/foreign-process',
    family: 'privilege',
    severity: 'high',
    title: 'Ends processes that are not its own',
    why: 'It takes down what it did not start.',
    remedy: 'End only what the program started, by the id it got.',
    cwe: [283],
    *find(program) {
      for (const call of program.callsTo('process.kill')) {
        const [target] = call.inputs
        const id = target && program.evaluate(target)
        const isEveryone = id === 1 || id === -1 || (target !== undefined && program.nameOf(target) === 'process.ppid')
        const signal = program.evaluate(call.inputs[1] ?? call.node)
        if (isEveryone && signal !== 0) yield spotAt(call.node)
        else if (signal !== 0 && program.originsOf(target) & FOREIGN) yield spotAt(call.node)
        else if (signal !== 0 && program.originsOf(target) & ORIGIN.parameter)
          yield spotAt(call.node, { severity: 'low' })
      }
      for (const call of program.callsTo('process._debugProcess', 'process.abort')) {
        yield spotAt(call.node, { severity: call.name === 'process.abort' ? 'low' : 'high' })
      }
    },
  },
  {
    id: 'javascript/intercepted-function',
    family: 'privilege',
    severity: 'high',
    title: 'Replaces a function through which requests, modules or keys pass',
    why: 'Whoever replaces it sees and changes what passes.',
    remedy: 'Wrap the calls of your own code instead.',
    cwe: [506, 471],
    *find(program) {
      for (const { node, name, value } of program.assignments) {
        const body = program.follow(value)
        const isWrapped = program.nameOf(body) === 'Proxy()'
        if (!WATCHED.test(name) || !(isFunction(body) || isWrapped)) continue
        // A stand-in of a test answers by itself; an eavesdropper passes on to the real function.
        const isListening =
          isWrapped ||
          name.includes('.') ||
          /\.(?:apply|call)\(|Reflect\.apply|\b(?:orig|real|old|native)\w*\(/i.test(program.sourceOf(body))
        yield spotAt(node, { severity: isListening ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/changed-builtin',
    family: 'privilege',
    severity: 'medium',
    title: 'Changes something that all programs share',
    why: 'Every other part of the program gets the changed one.',
    remedy: 'Write a function of your own.',
    cwe: [471],
    *find(program) {
      for (const { node, name, target } of program.assignments) {
        const isCache =
          /^require\.cache/.test(name) ||
          (target.type === 'MemberExpression' && /^require\.cache\[/.test(program.sourceOf(target)))
        if (isCache || BUILTINS.test(name)) yield spotAt(node)
      }
      for (const call of program.callsTo('Object.setPrototypeOf', 'Object.defineProperty')) {
        const [first] = call.inputs
        if (first && /^(?:Object|Array|String|Function|Promise)\.prototype$/.test(program.nameOf(first)))
          yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/container-escape',
    family: 'privilege',
    severity: 'high',
    title: 'Reaches for the machine around its container',
    why: 'The socket of Docker, and some files of the kernel, are the whole machine.',
    remedy: 'Remove it.',
    cwe: [250],
    *find(program) {
      for (const text of program.texts) if (ESCAPES.test(program.shapeOf(text)?.slice(0, 500) ?? '')) yield spotAt(text)
    },
  },
  {
    id: 'javascript/open-inspector',
    family: 'privilege',
    severity: 'high',
    title: 'Lets a debugger connect',
    why: 'Whoever connects runs code in the program.',
    remedy: 'Leave the inspector closed, or on 127.0.0.1 while you look.',
    cwe: [489],
    *find(program) {
      for (const call of program.callsTo('inspector.open')) {
        const isOpen = call.inputs.some((input) => program.constantOf(input) === '0.0.0.0')
        yield spotAt(call.node, { severity: isOpen ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/hidden-process',
    family: 'privilege',
    severity: 'medium',
    title: 'Starts a process that outlives the program',
    why: 'Nobody waits for it or sees what it does.',
    remedy: 'Wait for what is started.',
    cwe: [506],
    *find(program) {
      for (const { call } of commandsOf(program)) {
        const detached = program.optionOf(call, 'detached')
        const stdio = program.optionOf(call, 'stdio')
        const isQuiet = stdio && program.constantOf(stdio) === 'ignore'
        if (detached && program.evaluate(detached) === true && isQuiet) yield spotAt(call.node)
      }
      for (const { node, name, value } of program.assignments) {
        const title = program.constantOf(value) ?? ''
        if (name === 'process.title' && /kworker|systemd|sshd|cron|svchost|\[.*\]/.test(title))
          yield spotAt(node, { severity: 'high' })
      }
    },
  },
]
