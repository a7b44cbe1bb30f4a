const { inspect } = require('node:util')
const { cut } = require('./show.cjs')

const CELL_FRAME = /\(?\b(cell-\d+):(\d+):(\d+)\)?$/
const MOST_CAUSES = 5

/** An exception as an event: only those lines of its stack that are code of a cell. */
function describeError(thrown, { cell, originalLine }) {
  if (!isError(thrown)) return { type: 'error', name: 'Thrown', value: cut(inspect(thrown)), traceback: [] }
  const frames = framesOf(thrown, { cell, originalLine })
  const place = frames.find((frame) => frame.cell === cell) ?? frames[0] ?? placeInTypes(thrown)
  return {
    type: 'error',
    name: nameOf(thrown),
    value: cut(String(thrown.message)),
    traceback: tracebackOf(thrown, { cell, originalLine }),
    ...(place && { line: place.line, column: place.column }),
  }
}

const isError = (thrown) => thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
const nameOf = (error) => String(error.name || error.constructor?.name || 'Error')

/**
 * Place of a type error: the TypeScript compiler names the line, shows some around it and marks the column, all above its
 * message.
 */
function placeInTypes({ code, stack }) {
  if (code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX') return undefined
  const [, line, shown] = /^:(\d+)\n([\s\S]*?)\n\n/.exec(stack) ?? []
  const mark = shown?.split('\n').find((text) => /^ *\^+$/.test(text))
  return line && { line: Number(line), ...(mark && { column: mark.indexOf('^') + 1 }) }
}

function framesOf(error, { cell, originalLine }) {
  return String(error.stack ?? '')
    .split('\n')
    .flatMap((text) => {
      const [place, from, line, column] = CELL_FRAME.exec(text) ?? []
      if (place === undefined || !text.startsWith('    at ')) return []
      // Only the current cell knows the original places of its lines.
      const shown = from === cell ? originalLine(Number(line), Number(column)) : Number(line)
      const where = text.replace(`${from}:${line}:`, `${from}:${shown}:`)
      return [{ cell: from, line: shown, column: Number(column), text: where }]
    })
}

function tracebackOf(error, context, causes = 0) {
  const message = `${nameOf(error)}: ${cut(String(error.message))}`.trimEnd()
  const lines = [...message.split('\n'), ...framesOf(error, context).map(({ text }) => text)]
  if (error.cause === undefined || causes === MOST_CAUSES) return lines
  const cause = isError(error.cause) ? tracebackOf(error.cause, context, causes + 1) : [cut(inspect(error.cause))]
  return [...lines, `Caused by: ${cause[0]}`, ...cause.slice(1)]
}

/** Describes unreadable code: V8 gives its place beside the exception, not in its stack. */
function describeSyntaxError(error, { line, column }) {
  const value = String(error.message)
  return { type: 'error', name: 'SyntaxError', value, traceback: [`SyntaxError: ${value}`], line, column }
}

module.exports = { describeError, describeSyntaxError }
