import { siblingOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import { CLIMBS, climbsIntoSystem } from '../../climbing-path.ts'
import { protectionOf } from '../../protected-path.ts'
import type { Spot } from '../../rule.ts'
import { isSensitivePath } from '../../sensitive-path.ts'
import type { JavaScriptProgram } from '../program.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { type FileCall, fileCalls } from './file-calls.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const ROOTS =
  /^(?:\/|\/\*|~\/?|~\/\*|[a-z]:[\\/]*\**|\/(?:etc|usr|home|var|bin|sbin|boot|lib|lib64|root|opt|sys|Users|System|Windows)\/?\**|\.\.(?:\/\.\.)+\/?)$/i
const SYSTEM = /^\/(?:etc|usr|bin|sbin|boot|lib|lib64|sys|dev|proc|System)\/(?!null$|stdout$|stderr$|tty$|shm\/|fd\/)/
const STARTING = ['start', 'shell', 'login', 'hook']
const isStarting = (path: string): boolean => STARTING.includes(protectionOf(path) ?? '')
const DEEP = /^(?:rm|rmSync|rmdir|rmdirSync|remove|removeSync|emptyDir|emptyDirSync)$/
const LOGS = /^\/var\/log\b|_history$|\.evtx$/
/** Directories for files that users name. */
const SERVED =
  /(?:^|\/)(?:uploads?|public|static|www|files?|images?|documents?|data|downloads?|media|assets|storage|templates?|users?|reports?|attachments?|pages?|avatars?)\/(?:[^/]*)\uFFFC|^\/[^\uFFFC]*\/\uFFFC/i
const USER_PART = /file|name|path|user|input|doc|page|template|image|id$/i

export const fileRules: JavaScriptRule[] = [
  {
    id: 'javascript/path-traversal',
    family: 'files',
    severity: 'high',
    title: 'Uses a path that somebody else wrote',
    why: 'With `../` in it, it leads to any file of the machine.',
    remedy: 'Take `path.basename` of it, or resolve it and check that it begins with the directory that is meant.',
    cwe: [22],
    *find(program) {
      for (const file of fileCalls(program)) {
        const severity = traversalOf(program, file)
        if (severity) yield spotAt(file.call.node, { severity })
        else if (file.shapes.some(climbsIntoSystem)) yield spotAt(file.call.node, CLIMBS)
      }
      for (const call of program.calls) {
        const isSending = /^(?:sendFile|download|sendfile)$/.test(call.method) || /\bfiles\b.*\.mv$/.test(call.name)
        const path = isSending ? (program.optionOf(call, 'root') ?? call.inputs[0]) : undefined
        if (program.originsOf(path) & ORIGIN.request) yield spotAt(call.node)
      }
      yield* joinedPaths(program)
    },
  },
  {
    id: 'javascript/archive-path',
    family: 'files',
    severity: 'high',
    title: 'Writes files where an archive says',
    why: 'A name with `../` inside of the archive leads out of the directory.',
    remedy: 'Resolve the path and check that it begins with the directory before writing.',
    cwe: [22, 23],
    *find(program) {
      for (const { call, kind, path } of fileCalls(program)) {
        if (kind === 'write' && isArchiveName(program, path)) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/file-destruction',
    family: 'files',
    severity: 'critical',
    title: 'Deletes the root, the home or a system directory',
    why: 'What is deleted cannot be had back.',
    remedy: 'Name exactly what is to be deleted, below the workspace.',
    cwe: [73, 732],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        const isDeep = DEEP.test(call.method) || /^(?:rimraf|del|shelljs)\b/.test(call.name)
        if (kind === 'delete' && isDeep && shapes.some((shape) => ROOTS.test(shape))) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/foreign-delete',
    family: 'files',
    severity: 'high',
    title: 'Deletes outside of the workspace',
    why: 'It deletes what the program did not make.',
    remedy: 'Delete below the workspace only.',
    cwe: [73],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        const isOutside = shapes.some(
          (shape) => /^(?:\/(?!tmp\b|dev\/shm|\uFFFC)[^\uFFFC]{2}|~\/|\.\.\/)/.test(shape) && !ROOTS.test(shape),
        )
        if (kind === 'delete' && isOutside) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/system-file-write',
    family: 'files',
    severity: 'high',
    title: 'Writes a file of the system',
    why: 'Other programs trust what stands there.',
    remedy: 'Write below the workspace.',
    cwe: [73, 732],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        const isSystem = shapes.some(
          (shape) => (SYSTEM.test(shape) || isSensitivePath(shape) || protectionOf(shape)) && !isStarting(shape),
        )
        if (kind === 'write' && isSystem) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/persistence',
    family: 'privilege',
    severity: 'high',
    title: 'Writes a file that makes something start by itself',
    why: 'It outlives the run that it was allowed for.',
    remedy: 'Let whoever runs the machine decide what starts there.',
    cwe: [506],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        if (kind === 'write' && shapes.some(isStarting)) yield spotAt(call.node)
      }
      for (const { node, key, target } of program.assignments) {
        const isHook = /^(?:pre|post)?install$|^prepare$/.test(key) && /\bscripts\b/.test(program.sourceOf(target))
        if (isHook) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/track-covering',
    family: 'privilege',
    severity: 'high',
    title: 'Empties or deletes logs',
    why: 'Only what should not be seen needs that.',
    remedy: 'Leave logs and histories alone.',
    cwe: [778],
    *find(program) {
      for (const { call, kind, shapes } of fileCalls(program)) {
        const isEmptying = kind === 'delete' || /^writeFile/.test(call.method)
        if (isEmptying && shapes.some((shape) => LOGS.test(shape))) yield spotAt(call.node)
      }
    },
  },
]

/** Paths that are built for a use outside of this program. */
function* joinedPaths(program: JavaScriptProgram): Iterable<Spot> {
  const used = new Set(fileCalls(program).map(({ path }) => program.follow(path)))
  for (const { node } of program.callsTo('path.join', 'path.resolve')) {
    if (used.has(node) || !(program.originsOf(node) & ORIGIN.request)) continue
    const holder = siblingOf(wholeOf(node), -2)
    // A variable that is compared with allowed values has no origin any more.
    const isHeld = holder?.type === 'VariableDefinition'
    if (!isHeld || program.originsOf(holder) & ORIGIN.request) yield spotAt(node)
  }
}

/** The expression around calls that a value is passed through. */
function wholeOf(node: Node): Node {
  let outer = node
  while (
    outer.parent &&
    /^(?:ArgList|CallExpression|ParenthesizedExpression|AwaitExpression)$/.test(outer.parent.type)
  ) {
    outer = outer.parent
  }
  return outer
}

function traversalOf(program: JavaScriptProgram, { path, shapes }: FileCall): 'high' | 'medium' | undefined {
  const origins = program.originsOf(path)
  if (origins & ORIGIN.archive) return undefined
  if (origins & FOREIGN) return 'high'
  if (!(origins & ORIGIN.parameter)) return undefined
  const shape = shapes.find((each) => each.includes(HOLE)) ?? ''
  if (SERVED.test(shape) && USER_PART.test(lastName(program, path))) return 'high'
  return shape.replaceAll(HOLE, '').length > 1 ? 'medium' : undefined
}

/** The name of the last variable in a path, which says what the path is for. */
function lastName(program: JavaScriptProgram, path: Node): string {
  const names = program.sourceOf(program.follow(path)).match(/[A-Za-z_$]\w*/g)
  return names?.at(-1) ?? ''
}

function isArchiveName(program: JavaScriptProgram, path: Node): boolean {
  if (program.originsOf(path) & ORIGIN.archive) return true
  const text = program.sourceOf(program.follow(path))
  if (/\.entryName\b/.test(text)) return true
  return (
    /\b(?:entry|header|zipEntry|file)\.(?:entryName|fileName|path|name)\b/.test(text) &&
    /\b(?:entry|header|zipEntry|entryName)\b/.test(text)
  )
}
