import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction, constants } from 'node:vm'
import { applyMarks } from './apply-marks.mjs'

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * Makes copies of the program. A copy counts its steps and leaves its top-level names where they can be reached; it
 * has the fault of a mutant when one is named, and its main part only when it is wanted.
 */
export function createLoader({ program, path, withMain }) {
  const url = pathToFileURL(path).href
  globalThis.require ??= createRequire(path)
  globalThis.__filename ??= path
  globalThis.__dirname ??= dirname(path)
  const sourceOf = (mutant) => {
    const cuts = withMain ? [] : program.mainPart.map(([start, end]) => [start, end, ';'])
    const edit = mutant === undefined ? undefined : program.mutants[mutant].edit
    const names = program.names.map((name) => `get ${name}() { return ${name} }`).join(', ')
    const source = applyMarks(program.code, { marks: program.marks, cuts, mutant: edit })
    const whole = `${source}\n;globalThis.__annealNames = { ${names} };`
    return program.isTypeScript ? stripTypeScriptTypes(whole, { mode: 'transform' }) : whole
  }
  registerHooks({
    load(wanted, context, next) {
      if (program.isCommonJs || !wanted.startsWith(`${url}?copy`)) return next(wanted, context)
      const mutant = new URL(wanted).searchParams.get('mutant')
      return { format: 'module', source: sourceOf(mutant ? Number(mutant) : undefined), shortCircuit: true }
    },
  })
  let copies = 0
  return {
    url,
    /** What it exports, and its top-level names. */
    async load(mutant) {
      globalThis.__annealNames = {}
      const address = `${url}?copy=${++copies}${mutant === undefined ? '' : `&mutant=${mutant}`}`
      const exports = program.isCommonJs ? runCommonJs(sourceOf(mutant), path) : await import(address)
      return { exports, names: globalThis.__annealNames, address }
    },
  }
}

/** Runs a CommonJS file, anew each time. */
export function runCommonJs(source, path, require = createRequire(path)) {
  const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] }
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const body = compileFunction(source.replace(/^#!/, '//'), PARAMETERS, { filename: path, importModuleDynamically })
  body.call(module.exports, module.exports, require, module, path, dirname(path))
  return module.exports
}
