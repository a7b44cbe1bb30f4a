const { SourceMap, stripTypeScriptTypes } = require('node:module')
const { parseScript } = require('./parse-script.cjs')
const { rewriteCell } = require('./rewrite-cell.cjs')

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/

/** Reads a cell as a script for V8's REPL mode. Throws the errors of the TypeScript compiler. */
function readCell(code, { hasTypes }) {
  const { text, originalLine } = hasTypes ? withoutTypes(code) : { text: code, originalLine: (line) => line }
  const { program, source } = parseCell(text)
  // V8 describes broken code best.
  return { script: program ? rewriteCell(source, program) : text, isReadable: program !== undefined, originalLine }
}

/** Parses as a module, for `import`; else as a script, with its looser rules. */
function parseCell(text) {
  const object = /^\s*\{[\s\S]*\}\s*$/.test(text) ? tryParse(`(${text})`, 'module') : undefined
  if (object) return { program: object, source: `(${text})` }
  return { program: tryParse(text, 'module') ?? tryParse(text, 'script'), source: text }
}

function tryParse(text, sourceType) {
  try {
    return parseScript(text, { sourceType, allowAwaitOutsideFunction: true })
  } catch {
    return undefined
  }
}

function withoutTypes(code) {
  try {
    return { text: stripTypeScriptTypes(code, { mode: 'strip' }), originalLine: (line) => line }
  } catch (error) {
    if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error
  }
  // Enums, namespaces and parameter properties become code of their own, and lines move.
  const made = stripTypeScriptTypes(code, { mode: 'transform', sourceMap: true })
  const [comment, map] = INLINE_MAP.exec(made)
  const lines = new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString()))
  const originalLine = (line, column = 1) => (lines.findEntry(line - 1, column - 1).originalLine ?? line - 1) + 1
  return { text: made.slice(0, -comment.length), originalLine }
}

module.exports = { readCell }
