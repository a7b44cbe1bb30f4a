import { readFileSync } from 'node:fs'
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runCommonJs } from './load-program.mjs'
import * as api from './test-api.mjs'

const LIBRARIES = ['node:test', 'vitest', '@jest/globals', 'bun:test']
const API = new URL('./test-api.mjs', import.meta.url).href
const NO_HOOKS = 'data:text/javascript,export const registerHooks = () => {}'

/** Loads test files against a copy of the program, and answers their cases. */
export function createTestLoader({ loader, cwd }) {
  let copy
  let rounds = 0
  const isTest = (address) => address?.includes('?tests=')
  registerHooks({
    resolve(specifier, context, next) {
      if (!isTest(context.parentURL)) return next(specifier, context)
      if (LIBRARIES.includes(specifier)) return { url: API, shortCircuit: true }
      // A file that completes the exports of the program gets a copy that is complete already.
      if (specifier === 'node:module') return { url: NO_HOOKS, shortCircuit: true }
      const found = next(specifier, context)
      return found.url === loader.url ? { ...found, url: copy, format: 'module' } : found
    },
    load(address, context, next) {
      return isTest(address)
        ? { format: 'module', source: sourceOf(fileURLToPath(address.replace(/\?.*$/, ''))), shortCircuit: true }
        : next(address, context)
    },
  })
  Object.assign(globalThis, api.GLOBALS)
  return async (files, mutant) => {
    copy = loader.nextAddress(mutant)
    rounds++
    const found = []
    for (const file of files) {
      const gathered = api.gatherCases()
      const path = join(cwd, file)
      if (isCommonJs(path)) requireTest(path, { loader, copy })
      else await import(`${pathToFileURL(path).href}?tests=${rounds}`)
      for (const each of await gathered()) found.push({ ...each, file })
    }
    return found
  }
}

const sources = new Map()

/** Read once: the same file is loaded for every fault. */
function sourceOf(path) {
  if (!sources.has(path)) {
    const source = readFileSync(path, 'utf8')
    sources.set(path, /\.[mc]?ts$/.test(path) ? stripTypeScriptTypes(source, { mode: 'transform' }) : source)
  }
  return sources.get(path)
}

function isCommonJs(path) {
  if (/\.m[jt]s$/.test(path)) return false
  const source = sourceOf(path)
  return /\.c[jt]s$/.test(path) || (/\brequire\(/.test(source) && !/^\s*(?:import|export)\b/m.test(source))
}

function requireTest(path, { loader, copy }) {
  const real = createRequire(path)
  const program = fileURLToPath(loader.url)
  const own = (name) => {
    if (LIBRARIES.includes(name)) return Object.assign(api.test, api)
    if (/^\.{0,2}\//.test(name) && real.resolve(name) === program) return loader.exportsOf(copy)
    return real(name)
  }
  runCommonJs(sourceOf(path), path, own)
}
