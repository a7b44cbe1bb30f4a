import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { alternatives } from './alternatives.ts'

const READS =
  'readFile readFileSync createReadStream readJson readJsonSync open openSync readlink readdir readdirSync'.split(' ')
const WRITES =
  'writeFile writeFileSync appendFile appendFileSync createWriteStream outputFile outputFileSync writeJson writeJsonSync copyFile copyFileSync rename renameSync symlink symlinkSync link linkSync cp cpSync move moveSync copy copySync'.split(
    ' ',
  )
const DELETES =
  'rm rmSync rmdir rmdirSync unlink unlinkSync remove removeSync emptyDir emptyDirSync truncate truncateSync'.split(' ')

export interface FileCall {
  call: Call
  kind: 'read' | 'write' | 'delete'
  /** The path that is read, written or deleted. */
  path: Node
  /** All possible paths, with holes. */
  shapes: string[]
}

const known = new WeakMap<JavaScriptProgram, FileCall[]>()

/** Computed once for a program, because many rules need it. */
export function fileCalls(program: JavaScriptProgram): FileCall[] {
  const calls = known.get(program) ?? program.calls.flatMap((call) => fileCall(program, call))
  known.set(program, calls)
  return calls
}

function fileCall(program: JavaScriptProgram, call: Call): FileCall[] {
  const kind = kindOf(call)
  const path = kind && pathOf(call, kind)
  if (!path) return []
  const shapes = alternatives(program, path).flatMap((each) => program.shapeOf(each) ?? [])
  return [{ call, kind, path, shapes }]
}

const OTHERS: Record<string, FileCall['kind']> = {
  rimraf: 'delete',
  'rimraf.sync': 'delete',
  'rimraf.rimraf': 'delete',
  'rimraf.rimrafSync': 'delete',
  'rimraf.native': 'delete',
  del: 'delete',
  'del.sync': 'delete',
  'del.deleteAsync': 'delete',
  'del.deleteSync': 'delete',
  'shelljs.rm': 'delete',
  'Deno.remove': 'delete',
  'Deno.removeSync': 'delete',
  'Deno.readTextFile': 'read',
  'Deno.writeTextFile': 'write',
  'Bun.file': 'read',
  'Bun.write': 'write',
}

function kindOf({ name, method }: Call): FileCall['kind'] | undefined {
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name]
  if (!name.startsWith('fs.') || name.slice(3) !== method) return undefined
  if (READS.includes(method)) return 'read'
  if (WRITES.includes(method)) return 'write'
  return DELETES.includes(method) ? 'delete' : undefined
}

/** Calls that copy and rename take the written path as their second argument. */
const pathOf = ({ name, method, inputs }: Call, kind: FileCall['kind']): Node | undefined => {
  if (name === 'shelljs.rm') return inputs.at(-1)
  return kind === 'write' && /^(?:copy|rename|symlink|link|cp|move)/.test(method) ? inputs[1] : inputs[0]
}
