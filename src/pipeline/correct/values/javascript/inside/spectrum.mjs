// How suspicious each line is, by the checks that run it (Ochiai), from V8's own coverage.
import { Session } from 'node:inspector'
import { FILE, runCheck } from './run-check.mjs'

const ERROR_LINE = 2
const NEAR_ERROR = 1.3
const HEAD = '(function (require, module, exports, console, process) {'.length

/** Lines and outcome of every check. */
export function traceChecks(program, checks, timeoutMs) {
  const session = new Session()
  session.connect()
  const ask = (method, parameters) => {
    let answer
    session.post(method, parameters, (_, given) => {
      answer = given
    })
    return answer
  }
  ask('Profiler.enable')
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const runs = checks.map(({ code }) => {
    ask('Profiler.takePreciseCoverage')
    const began = process.cpuUsage()
    const failure = runCheck(program, code, timeoutMs)
    const { user, system } = process.cpuUsage(began)
    const scripts = ask('Profiler.takePreciseCoverage')?.result.filter(({ url }) => url === FILE) ?? []
    return { failure, lines: linesOf(program, scripts), ms: (user + system) / 1000 }
  })
  session.disconnect()
  return runs
}

/** Inner ranges stand behind outer ones, and say it more exactly. */
function linesOf(program, scripts) {
  const counts = new Array(program.length + 1).fill(0)
  for (const { functions } of scripts)
    for (const { ranges, functionName } of functions)
      for (const { startOffset, endOffset, count } of functionName === '' && ranges[0]?.startOffset === 0 ? [] : ranges)
        counts.fill(count, Math.max(0, startOffset - HEAD), Math.max(0, Math.min(program.length, endOffset - HEAD)))
  const found = new Set()
  let at = 0
  for (const [index, text] of program.split('\n').entries()) {
    const first = at + text.length - text.trimStart().length
    if (counts[first] > 0) found.add(index + 1)
    at += text.length + 1
  }
  return found
}

export function suspicionOf(runs) {
  const failing = runs.filter(({ failure }) => failure)
  const passing = runs.filter(({ failure }) => !failure)
  const found = new Map()
  for (const line of new Set(failing.flatMap(({ lines }) => [...lines]))) {
    const [failed, passed] = [failing, passing].map((list) => list.filter(({ lines }) => lines.has(line)).length)
    found.set(line, failed / Math.sqrt(failing.length * (failed + passed)))
  }
  const raised = failing.find(({ failure }) => failure.line && failure.name !== 'AssertionError')?.failure.line
  for (const [line, share] of found) {
    const distance = raised ? Math.abs(line - raised) : 9
    found.set(line, share * (distance === 0 ? ERROR_LINE : distance <= 2 ? NEAR_ERROR : 1))
  }
  return found
}
