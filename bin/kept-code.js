// Loads scripts of dist/command with the code that V8 made of them in an earlier process. Node's own compile cache holds only the outermost
// functions, as it is made before a file runs; this one is made afterwards, and has whatever the command used.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import vm from 'node:vm'

const DIGEST_BYTES = 32

/** `directory` belongs to us alone: its content is run. Without one nothing is kept. */
export function createLoader(directory) {
  const modules = new Map()
  const unkept = []

  const load = (path) => {
    const known = modules.get(path)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(path, module)
    const outer = createRequire(path)
    const require = (id) => (id.startsWith('.') ? load(join(dirname(path), id)) : outer(id))
    compile(path).runInThisContext()(module.exports, require, module, path, dirname(path))
    return module.exports
  }

  const compile = (path) => {
    const place = directory && join(directory, nameOf(path))
    const cachedData = place && readKept(place)
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`
    const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    const script = new vm.Script(source, { filename: path, cachedData, importModuleDynamically })
    if (place && (!cachedData || script.cachedDataRejected)) unkept.push({ place, script, of: basename(path) })
    return script
  }

  return {
    load,
    /** To be called when the command has done its work. */
    keep() {
      for (const { place, script, of } of unkept) {
        writeKept(place, script.createCachedData())
        removeOlder(place, of)
      }
    },
  }
}

/** V8 compares only the length of a source; the kernel notes the time of every change (ctime). */
function nameOf(path) {
  const { size, ctimeMs, ino } = statSync(path)
  return `${basename(path)}-${size}-${ctimeMs}-${ino}`
}

/** V8 trusts the bytes, so a file that broke is no file. */
function readKept(place) {
  try {
    const bytes = readFileSync(place)
    const data = bytes.subarray(DIGEST_BYTES)
    return digestOf(data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : undefined
  } catch {
    return undefined
  }
}

/** A full or read-only disk costs time at the next start, and nothing else. */
function writeKept(place, data) {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    const unfinished = `${place}.${process.pid}`
    writeFileSync(unfinished, Buffer.concat([digestOf(data), data]), { mode: 0o600 })
    renameSync(unfinished, place)
  } catch {}
}

/** Code of an earlier version of the same script serves nobody. */
function removeOlder(place, of) {
  try {
    for (const name of readdirSync(dirname(place))) {
      if (name.startsWith(`${of}-`) && name !== basename(place)) rmSync(join(dirname(place), name), { force: true })
    }
  } catch {}
}

const digestOf = (data) => createHash('sha256').update(data).digest()
