import { isSensitivePath } from '../../sensitive-path.ts'
import { ORIGIN } from '../read/origin.ts'
import { fileCalls } from './file-calls.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

export const sensitiveFileRules: JavaScriptRule[] = [
  {
    id: 'javascript/sensitive-file',
    family: 'files',
    severity: 'high',
    title: 'Reads a file of keys, passwords or private data',
    why: 'Such files are what an attacker comes for.',
    remedy: 'Ask whoever runs the program for what it needs.',
    cwe: [522, 200],
    *find(program) {
      const files = fileCalls(program)
      const reads = files.filter(({ kind, call }) => kind === 'read' || /^(?:copy|cp|symlink|link)/.test(call.method))
      for (const { call, shapes } of reads) {
        const first = program.shapeOf(call.inputs[0])
        if ([...shapes, first ?? ''].some(isSensitivePath)) yield spotAt(call.node)
      }
      if (reads.length === 0) return
      // A loop over a list of such paths has a variable without a text of its own.
      for (const list of program.ofType('ArrayExpression')) {
        const paths = list.children.filter((each) => isSensitivePath(program.shapeOf(each) ?? ''))
        const path = paths[0]
        if (path) yield spotAt(path)
      }
    },
  },
  {
    id: 'javascript/open-rights',
    family: 'files',
    severity: 'medium',
    title: 'Lets everybody write a file',
    why: 'Any user of the machine can change what others then trust.',
    remedy: 'Give only the rights that are needed, such as 0o640.',
    cwe: [732],
    *find(program) {
      const names = ['chmod', 'chmodSync', 'fchmod', 'fchmodSync', 'lchmod'].map((name) => `fs.${name}`)
      for (const call of program.callsTo(...names)) {
        const mode = modeOf(program.evaluate(call.inputs[1] ?? call.node))
        if (mode === undefined) continue
        if (mode & 0o6000)
          yield spotAt(call.node, { severity: 'high', message: 'Makes a file run with the rights of its owner' })
        else if (mode & 0o002) yield spotAt(call.node, { severity: 'high' })
      }
      for (const call of program.callsTo('process.umask')) {
        if (program.evaluate(call.inputs[0] ?? call.node) === 0) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/shared-temporary-file',
    family: 'files',
    severity: 'low',
    title: 'Writes a file with a known name where everybody may write',
    why: 'Somebody else can put a link there first.',
    remedy: 'Make a directory with `fs.mkdtemp`.',
    cwe: [377],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        if (kind === 'write' && shapes.some((shape) => /^\/(?:var\/)?tmp\/[\w.-]+$/.test(shape)))
          yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/environment-disclosure',
    family: 'secrets',
    severity: 'high',
    title: 'Shows credentials to a client',
    why: 'The environment holds keys and passwords of the server.',
    remedy: 'Answer with the few values that are meant.',
    cwe: [200, 497],
    *find(program) {
      for (const { node, method, inputs, name } of program.calls) {
        const isAnswer =
          /^(?:send|json|end|write|render)$/.test(method) && /^\$?(?:res|response|reply|ctx)\b/.test(name)
        if (isAnswer && inputs.some((input) => program.originsOf(input) & ORIGIN.secret)) yield spotAt(node)
        else if (isAnswer && inputs.some((input) => isWholeEnvironment(program.nameOf(input)))) yield spotAt(node)
      }
    },
  },
]

const isWholeEnvironment = (name: string): boolean => name === ['process', 'env'].join('.')

function modeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^0?o?[0-7]{3,4}$/.test(value)
    ? Number.parseInt(value.replace(/^0?o/, ''), 8)
    : undefined
}
