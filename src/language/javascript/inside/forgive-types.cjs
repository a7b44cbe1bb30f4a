// This file is laid into the sandbox before every TypeScript program: imports are found as TypeScript's own tools find them.
const { registerHooks, stripTypeScriptTypes } = require('node:module')
require('./forgive.cjs')

// Loads the module that removes types: the program itself is soon to come, and here nobody waits yet.
stripTypeScriptTypes('', { mode: 'transform' })

const PATH = /^(?:\.{0,2}\/|file:)/
const TYPESCRIPT = /\.[mc]?ts$/

registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context)
    } catch (error) {
      const found = PATH.test(specifier) ? firstOf(candidatesOf(specifier), (name) => next(name, context)) : undefined
      if (!found) throw error
      return found
    }
  },
  load(url, context, next) {
    const loaded = next(url, context)
    if (!TYPESCRIPT.test(url) || url.includes('/node_modules/') || !loaded.source) return loaded
    return { ...loaded, source: withTypeNames(loaded.source.toString()) }
  },
})

/** `./a`, `./a.js` and the directory `./a` may all mean a TypeScript file. */
function candidatesOf(specifier) {
  const stem = specifier.replace(/\.([mc]?)js$/, '')
  const kind = /\.([mc])js$/.exec(specifier)?.[1] ?? ''
  const files = [`${stem}.${kind}ts`, `${stem}.mts`, `${stem}.cts`, `${specifier}.js`]
  return [...files, `${specifier}/index.ts`, `${specifier}/index.js`]
}

function firstOf(names, attempt) {
  for (const name of names) {
    try {
      return attempt(name)
    } catch (error) {
      if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'].includes(error.code)) throw error
    }
  }
}

/** `import { User }` without the word `type` asks for a value: each exported type gets one, on the last line. */
function withTypeNames(source) {
  const types = [...source.matchAll(/^\s*export\s+(?:declare\s+)?(?:type|interface)\s+([\w$]+)\s*[<={\s]/gm)]
  const names = new Set(types.map(([, name]) => name))
  const isValue = (name) =>
    new RegExp(
      `\\b(?:const|let|var|class|function\\*?|enum|namespace)\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`,
    ).test(source)
  const missing = [...names].filter((name) => name !== 'type' && !isValue(name))
  return missing.length === 0
    ? source
    : `${source}\n${missing.map((name) => `export const ${name} = undefined`).join(';')}`
}
