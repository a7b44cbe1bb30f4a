const { builtinModules } = require('node:module')
const { types } = require('node:util')

/** Globals of the kernel, or made anew for every cell. */
const NOT_LOOKED_INTO = new Set([
  'globalThis',
  'global',
  'process',
  'require',
  'module',
  'exports',
  '__anneal',
  'display',
])
const HIDDEN = {
  AsyncFunction: (async () => {}).constructor,
  GeneratorFunction: function* () {}.constructor,
  AsyncGeneratorFunction: async function* () {}.constructor,
  TypedArray: Object.getPrototypeOf(Uint8Array),
}
/** Modules through which all modules that cells have loaded can be reached. */
const HOLDS_OTHERS = new Set(['module', 'process', 'repl', 'vm'])
const MOST_VALUES = 50_000
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

/**
 * Values that every interpreter has, or gets by loading the same modules: they are saved as the path to them. Made before the
 * first cell, so that replacements by cells are told apart.
 */
function createKnownValues(loads) {
  const always = new Map()
  const containers = []
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (!isObject(value) || NOT_LOOKED_INTO.has(name)) continue
    addAll(always, value, { path: ['global', name], depth: 2, isOurs: true })
    containers.push([[name], value])
    if (isObject(value.prototype)) containers.push([[name, 'prototype'], value.prototype])
  }
  for (const [name, value] of Object.entries(HIDDEN))
    addAll(always, value, { path: ['hidden', name], depth: 2, isOurs: true })
  for (const name of ['process', 'globalThis']) always.set(globalThis[name], ['global', name])
  const untouched = containers.map(([path, value]) => [path, value, Object.getOwnPropertyDescriptors(value)])
  let ofModules = new Map()
  let seen = -1
  return {
    /** Called before values are looked up: modules may have been loaded since the last time. */
    refresh() {
      const count = process.moduleLoadList.length + loads.size
      if (count !== seen) ofModules = indexModules(loads)
      seen = count
    },
    /** The path to a value; undefined for a value that a cell made. */
    pathOf: (value) => always.get(value) ?? ofModules.get(value),
    /** Changes of cells to the language itself, as `[path, object, key, descriptor]`. */
    changes: () =>
      untouched.flatMap(([path, object, before]) =>
        changesOf(object, before).map((change) => [path, object, ...change]),
      ),
  }
}

function addAll(found, value, { path, depth, isOurs }) {
  if (found.has(value) || found.size > MOST_VALUES) return
  found.set(value, path)
  if (depth === 0) return
  for (const key of Reflect.ownKeys(value)) {
    const inner = valueAt(value, key)
    const isKnown = isOurs || key === 'prototype' || isLibrary(inner)
    if (typeof inner === 'function' || (isObject(inner) && isKnown)) {
      addAll(found, inner, { path: [...path, key], depth: depth - 1, isOurs })
    }
  }
}

/** Whether a value is library code; data of a user's module is not, since it changes. */
function isLibrary(value) {
  return (
    typeof value === 'function' ||
    (isObject(value) && Reflect.ownKeys(value).some((key) => typeof valueAt(value, key) === 'function'))
  )
}

/** Reads a property without running a getter; a name of a module that is still being loaded throws. */
function valueAt(object, key) {
  try {
    return Object.getOwnPropertyDescriptor(object, key)?.value
  } catch {
    return undefined
  }
}

function indexModules(loads) {
  const found = new Map()
  const loaded = new Set(process.moduleLoadList)
  for (const name of builtinModules) {
    if (!loaded.has(`NativeModule ${name}`)) continue
    const depth = HOLDS_OTHERS.has(name) ? 1 : 3
    addAll(found, process.getBuiltinModule(name), { path: ['builtin', name], depth, isOurs: true })
  }
  for (const [value, load] of loads) {
    if (isLibrary(value) || types.isModuleNamespaceObject(value))
      addAll(found, value, { path: ['load', load], depth: 3, isOurs: false })
  }
  return found
}

function changesOf(object, before) {
  return Reflect.ownKeys(object).flatMap((key) => {
    const now = Object.getOwnPropertyDescriptor(object, key)
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    return was && Object.is(was.value, now.value) && was.get === now.get && was.set === now.set ? [] : [[key, now]]
  })
}

/** The value that a path leads to; `load` gives the modules that were loaded again. */
function valueAtPath([kind, first, ...keys], load) {
  const start = { global: globalThis, hidden: HIDDEN }[kind]?.[first]
  const root = start ?? (kind === 'builtin' ? process.getBuiltinModule(first) : load(first))
  return keys.reduce((value, key) => value[key], root)
}

module.exports = { createKnownValues, valueAtPath }
