const fs = require('node:fs')
const { createRequire, isBuiltin } = require('node:module')
const { dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')
const vm = require('node:vm')
const { describeError } = require('./describe-error.cjs')
const { currentFate } = require('./fate.cjs')
const { show } = require('./show.cjs')
const { printStream, tellInOrder } = require('./tell.cjs')

/** Thrown by `process.exit`, which ends the cell and not the kernel. */
class ExitError extends Error {
  name = 'ExitError'

  constructor(code) {
    super(`exit status ${code}`)
    this.code = code
  }
}

/** Prepares the globals of cells. */
function prepareGlobals(session) {
  const hidden = (target, name, value) =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  hidden(globalThis, '__anneal', { take: session.take, import: importModule, meta, given: undefined })
  hidden(globalThis, 'display', (value) => tellInOrder({ type: 'display', ...show(value) }))
  hidden(globalThis, 'module', { exports: {} })
  hidden(globalThis, 'exports', globalThis.module.exports)
  makeReplaceable()
  const exit = (given) => {
    const code = Number(given ?? process.exitCode ?? 0)
    // The exit counts even when the cell catches the error.
    currentFate()?.exit(code)
    throw new ExitError(code)
  }
  hidden(process, 'exit', exit)
  // The real one waits for the thread of interrupts, which waits for the next of them.
  hidden(process, 'reallyExit', exit)
  for (const [name, descriptor] of [
    ['stdout', 1],
    ['stderr', 2],
  ]) {
    const stream = printStream(descriptor)
    Object.defineProperty(process, name, { get: () => stream, configurable: true, enumerable: true })
  }
  const tellStray = (error) => {
    if (error instanceof ExitError || currentFate()?.fail(error)) return
    const { name, value, traceback } = describeError(error, { cell: '', originalLine: (line) => line })
    process.stderr.write(`Uncaught ${traceback.join('\n') || `${name}: ${value}`}\n`)
  }
  process.on('uncaughtException', tellStray)
  process.on('unhandledRejection', tellStray)
  // Interrupts come through another channel; without a listener the signal would end the kernel.
  process.on('SIGINT', () => {})
  const first = Object.getOwnPropertyDescriptors(globalThis)
  return {
    ExitError,
    loads,
    loadFrom,
    addedNames: () => Object.getOwnPropertyNames(globalThis).filter((name) => !Object.hasOwn(first, name)),
    /** All names that cells made, replaced globals among them. */
    ownNames: () =>
      Object.getOwnPropertyNames(globalThis).filter(
        (name) => !Object.hasOwn(first, name) || isReplaced(name, first[name]),
      ),
    enter,
  }
}

function isReplaced(name, before) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name)
  if (name === 'require' || (now.get === before.get && Object.is(now.value, before.value))) return false
  if (!before.get) return true
  // Node itself sets some values when they are first read, as this reading does too.
  const original = Reflect.apply(before.get, globalThis, [])
  Object.defineProperty(globalThis, name, now)
  return original !== globalThis[name]
}

/**
 * Makes globals replaceable: cells declare by `var`, which assigns to a global of the same name, and some of Node's would
 * silently stay as they are.
 */
function makeReplaceable() {
  for (const [name, { get, set, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (!get || set || !configurable) continue
    const replace = (value) =>
      Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true })
    Object.defineProperty(globalThis, name, { get, set: replace, configurable: true })
  }
}

/** Enters a cell's directory and environment; the function given back leaves them again. */
function enter({ env: given, cwd }) {
  const env = given ?? {}
  openInput()
  const before = { cwd: process.cwd(), env: Object.keys(env).map((name) => [name, process.env[name]]) }
  if (cwd !== undefined && cwd !== null) process.chdir(cwd)
  Object.assign(process.env, env)
  const own = ownRequire()
  Object.defineProperty(globalThis, 'require', { value: own, configurable: true, writable: true })
  return () => {
    for (const [name, value] of before.env) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    if (cwd !== undefined && cwd !== null) goBack(before.cwd)
  }
}

/** Returns to a directory; a cell that removed it has no way back, but its result is reported all the same. */
function goBack(directory) {
  try {
    process.chdir(directory)
  } catch (error) {
    process.stderr.write(`[${error.message}]\n`)
  }
}

/** Opens an input for the next cell, since a stream that has ended cannot be read again. */
function openInput() {
  let stream
  const get = () => {
    stream ??= fs.createReadStream('', { fd: 0, autoClose: false })
    return stream
  }
  Object.defineProperty(process, 'stdin', { get, configurable: true, enumerable: true })
}

const byDirectory = (make) => {
  let last = {}
  return () => {
    const directory = process.cwd()
    if (last.directory !== directory) last = { directory, made: make(join(directory, 'cell.mjs')) }
    return last.made
  }
}

/** Modules that cells loaded, with the specifier and the directory of the request. */
const loads = new Map()

const ownRequire = byDirectory((path) => {
  const plain = createRequire(path)
  const loaded = (from) => {
    const value = plain(from)
    if (!isBuiltin(from)) loads.set(value, { way: 'require', from, directory: dirname(path) })
    return value
  }
  return Object.assign(loaded, plain)
})
const importer = byDirectory((filename) =>
  vm.compileFunction('return import(from, options)', ['from', 'options'], {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }),
)

/** Imports a module as seen from the cell's directory. */
async function importModule(from, options, names = []) {
  const directory = process.cwd()
  const loaded = await importer()(from, options ?? {})
  loads.set(loaded, { way: 'import', from: String(from), options, directory })
  const missing = names.find((name) => !(name in loaded))
  if (missing === undefined) return loaded
  throw new SyntaxError(`The requested module '${from}' does not provide an export named '${missing}'`)
}

/** Loads the same module from the same directory, wherever the process is now. */
async function loadFrom({ way, from, options, directory }) {
  const here = process.cwd()
  process.chdir(directory)
  try {
    return await (way === 'import' ? importModule(from, options) : ownRequire()(from))
  } finally {
    process.chdir(here)
  }
}

function meta() {
  const filename = join(process.cwd(), 'cell.mjs')
  return { url: pathToFileURL(filename).href, filename, dirname: process.cwd() }
}

module.exports = { prepareGlobals }
