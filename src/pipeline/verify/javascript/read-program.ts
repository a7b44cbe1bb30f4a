import { type Node, readSyntax, type Statement } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import type { Callable } from './callable.ts'
import { findCallables } from './find-callables.ts'
import { type Exports, findExports } from './find-exports.ts'
import { findMainPart, type MainPart, rangeOf } from './main-part.ts'
import { makeMutants } from './make-mutants.ts'
import { type Mark, markPlaces, type Place } from './mark-places.ts'
import type { Mutant } from './mutant.ts'
import { createOutsideWorld } from './outside-world.ts'
import type { Parameter } from './read-parameters.ts'
import { readsInput } from './reads-input.ts'
import { findDefinitions } from './top-level.ts'
import { createWorldOf } from './world-of.ts'

const MOST_MUTANTS = 160

/** All facts about a program that can be read without running it. */
export interface ProgramReading extends MainPart {
  code: string
  fileName: string
  isTypeScript: boolean
  /** Whether the program has enums and their kind, where types cannot just be removed. */
  needsTransform: boolean
  isCommonJs: boolean
  callables: Callable[]
  /** Parameters of constructors, by class. */
  classes: Record<string, Parameter[]>
  /** Top-level names that tests may need. */
  names: string[]
  exports: Exports
  marks: Mark[]
  places: Place[]
  mutants: Mutant[]
  leftOut: number
  /** Whether its main part waits for what nobody types in a test. */
  isAsking: boolean
  skipped: { function: string; reason: string }[]
}

/** Undefined when the program does not parse. */
export function readProgram(code: string, fileName: string, wanted?: readonly string[]): ProgramReading | undefined {
  const isTypeScript = /\.[mc]?ts$/.test(fileName)
  const program = readSyntax(code, isTypeScript)
  if (!program) return undefined
  const { body } = program
  const definitions = findDefinitions(body, ownNameOf(fileName))
  const functions = new Set(definitions.map(({ name }) => name))
  const worldOf = createWorldOf(definitions, createOutsideWorld(body))
  const { mainPart, restless } = findMainPart({ body, functions, worldIn: worldOf })
  const { callables, classes, skipped } = findCallables({
    ...{ program, body, code, definitions, mainPart, wanted, worldOf },
  })
  const isAsking = mainPart.length > 0 && readsInput(program)
  if (isAsking) skipped.push({ function: fileName, reason: 'its main part reads its input' })
  const { marks, places } = markPlaces(program)
  const within = wanted && definitions.filter(({ name }) => wanted.includes(name)).map(({ node }) => rangeOf(node))
  const isCommonJs = isCommonJsProgram(program, fileName)
  const roots = callables.map(({ expression }) => expression.split('.')[0] ?? '')
  const names = [...new Set([...roots, ...Object.keys(classes), ...enumsIn(body), ...(isCommonJs ? ['module'] : [])])]
  return {
    ...{
      code,
      fileName,
      isTypeScript,
      isCommonJs,
      isAsking,
      callables,
      classes,
      mainPart,
      restless,
      marks,
      places,
      skipped,
    },
    needsTransform: isTypeScript && needsTransform(program),
    names: names.filter((name) => name !== 'module' || isCommonJs),
    exports: findExports(body),
    ...makeMutants({ program, code, places, mainPart, within }, MOST_MUTANTS),
  }
}

/** `string-tools.js` → `stringTools`. */
function ownNameOf(fileName: string): string {
  const stem = fileName.replace(/^.*\//, '').replace(/\.\w+$/, '')
  const name = stem.replace(/[^\w$]+(\w)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
  return /^[A-Za-z_$]/.test(name) ? name : `program${name}`
}

/** Decides like Node: by the ending, else by the syntax. */
function isCommonJsProgram(program: Node, fileName: string): boolean {
  if (/\.m[jt]s$/.test(fileName)) return false
  if (/\.c[jt]s$/.test(fileName)) return true
  let isModule = false
  walk(program, ({ node, up }) => {
    if (/^(?:Import|Export\w*)Declaration$/.test(node.type) || node.type === 'MetaProperty') isModule = true
    if (node.type === 'TSExportAssignment') return undefined
    const isFunctionNode = /Function|Method/.test(node.type)
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) isModule = true
    return isModule || (isFunctionNode && up !== undefined) ? 'skip' : undefined
  })
  return !isModule
}

function needsTransform(program: Node): boolean {
  let isNeeded = false
  walk(program, ({ node }) => {
    if (/^TS(?:Enum|Module)Declaration$|^TSParameterProperty$|^TSImportEquals/.test(node.type)) isNeeded = true
    return isNeeded ? 'skip' : undefined
  })
  return isNeeded
}

function enumsIn(body: readonly Statement[]): string[] {
  return body.flatMap((statement) => {
    const node = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
    return node.type === 'TSEnumDeclaration' && !node.declare ? [node.id.name] : []
  })
}
