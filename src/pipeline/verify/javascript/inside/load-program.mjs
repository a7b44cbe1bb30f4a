import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction, constants } from 'node:vm'
import { applyMarks } from './apply-marks.mjs'

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']
const NAME = /^[A-Za-z_$][\w$]*$/

/**
 * Makes copies of the program. A copy counts its steps and leaves its top-level names where they can be reached; it
 * has the fault of a mutant when one is named, its main part only when it is wanted, and exports what tests need.
 */
export function createLoader({ program, path, withMain, hidden = [] }) {
  const url = pathToFileURL(path).href
  const commonJs = new Map()
  const sourceOf = createSource({ program, withMain, hidden })
  prepareGlobals(path)
  const exportsOf = (address) => {
    if (!commonJs.has(address)) commonJs.set(address, runCommonJs(sourceOf(mutantOf(address)), path))
    return commonJs.get(address)
  }
  registerHooks({
    load(address, context, next) {
      if (!address.startsWith(`${url}?copy`)) return next(address, context)
      const source = program.isCommonJs ? facadeOf(address, exportsOf(address)) : sourceOf(mutantOf(address))
      return { format: 'module', source, shortCircuit: true }
    },
  })
  globalThis.__annealExports = (address) => commonJs.get(address)
  let copies = 0
  return {
    url,
    exportsOf,
    /** Where the next copy can be imported from. */
    nextAddress: (mutant) => `${url}?copy=${++copies}${mutant === undefined ? '' : `&mutant=${mutant}`}`,
    /** The top-level names of a new copy. */
    async load(mutant) {
      globalThis.__annealNames = {}
      const address = this.nextAddress(mutant)
      if (program.isCommonJs) exportsOf(address)
      else await import(address)
      return globalThis.__annealNames
    },
  }
}

/** The text of a copy, with the fault of a mutant or without one. */
function createSource({ program, withMain, hidden }) {
  const plain = withoutTypes(program)
  const cuts = (withMain ? program.restless : program.mainPart).map(([start, end]) => [start, end, ';'])
  return (mutant) => {
    const edit = mutant === undefined ? undefined : program.mutants[mutant].edit
    const marked = applyMarks(plain ?? program.code, { marks: program.marks, cuts, mutant: edit })
    const whole = `${marked}\n;${endOf(program, hidden)}`
    return plain === undefined ? stripTypeScriptTypes(whole, { mode: 'transform' }) : whole
  }
}

/** Where types can be blanked out everything stays in its place, and once is enough for all copies. */
function withoutTypes({ code, isTypeScript, needsTransform }) {
  if (!isTypeScript) return code
  try {
    return needsTransform ? undefined : stripTypeScriptTypes(code, { mode: 'strip' })
  } catch {
    return undefined
  }
}

const mutantOf = (address) => {
  const mutant = new URL(address).searchParams.get('mutant')
  return mutant ? Number(mutant) : undefined
}

/** Programs of either module format may use the features of the other. */
function prepareGlobals(path) {
  globalThis.require ??= createRequire(path)
  globalThis.__filename ??= path
  globalThis.__dirname ??= dirname(path)
}

function endOf({ names, isCommonJs }, hidden) {
  const reachable = `globalThis.__annealNames = { ${names.map((name) => `get ${name}() { return ${name} }`).join(', ')} };`
  if (hidden.length === 0) return reachable
  return reachable + (isCommonJs ? `Object.assign(module.exports, { ${hidden} });` : `\nexport { ${hidden} };`)
}

/** A CommonJS copy as an ES module sees it. */
function facadeOf(address, exports) {
  const isOpen = typeof exports === 'object' || typeof exports === 'function'
  const names = exports && isOpen ? Object.keys(exports).filter((name) => NAME.test(name) && name !== 'default') : []
  const lines = names.map((name, index) => `const e${index} = all.${name}; export { e${index} as ${name} }`)
  return `const all = globalThis.__annealExports(${JSON.stringify(address)}); export default all;\n${lines.join('\n')}`
}

/** Runs a CommonJS file, anew each time. */
export function runCommonJs(source, path, require = createRequire(path)) {
  const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] }
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const body = compileFunction(source.replace(/^#!/, '//'), PARAMETERS, { filename: path, importModuleDynamically })
  body.call(module.exports, module.exports, require, module, path, dirname(path))
  return module.exports
}
