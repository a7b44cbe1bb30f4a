// Runs a program with one check behind it, in this process: a script has a time limit of its own.
import { createRequire } from 'node:module'
import vm from 'node:vm'

const require = createRequire(`${process.cwd()}/main.js`)
const quiet = new Proxy({}, { get: () => () => undefined })
export const FILE = 'main.js'

/** The program is the first line on, as in its own file. */
const around = (program, check) =>
  `(function (require, module, exports, console, process) {${program}\n;${check}\n}).call({}, ...__annealOuter())`

globalThis.__annealOuter = () => {
  const module = { exports: {} }
  return [require, module, module.exports, quiet, Object.create(process, { exit: { value: stop } })]
}

function stop() {
  throw new Error('the program wants to end')
}

/** The error's name, or undefined when the check passes; `line` is the program's line where it rose. */
export function runCheck(program, check, timeoutMs) {
  try {
    new vm.Script(around(program, check), { filename: FILE }).runInThisContext({
      timeout: timeoutMs,
      breakOnSigint: false,
    })
    return undefined
  } catch (error) {
    const lines = program.split('\n').length
    const line = Number(/main\.js:(\d+)/.exec(String(error?.stack))?.[1] ?? 0)
    return { name: nameOf(error), line: line <= lines ? line : 0 }
  }
}

const nameOf = (error) => (error?.code === 'ERR_ASSERTION' ? 'AssertionError' : (error?.name ?? 'Error'))

/** The values of calls, as text; an error is its name behind a mark. */
export function resultsOf(program, calls, timeoutMs) {
  const results = []
  globalThis.__annealTell = (value) => results.push(shown(value))
  const check = calls
    .map(
      ({ name, args }) => `try { __annealTell(${name}(...${args})) } catch (e) { __annealTell(new __annealFailed(e)) }`,
    )
    .join('\n')
  runCheck(program, check, timeoutMs)
  return results
}

globalThis.__annealFailed = class {
  constructor(error) {
    this.name = `!${nameOf(error)}`
  }
}

function shown(value) {
  if (value instanceof globalThis.__annealFailed) return value.name
  try {
    return (
      JSON.stringify(value, (_, each) =>
        typeof each === 'bigint' || typeof each === 'number' ? String(each) : each,
      ) ?? 'undefined'
    )
  } catch {
    return String(value)
  }
}
