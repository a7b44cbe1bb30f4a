import { format } from 'node:util'

/** Nothing that a program prints leaves this process; its logs are kept for the tests. */
const lines = []
const MOST_LINES = 200

export function beQuiet() {
  const keep = (...values) => {
    if (lines.length < MOST_LINES) lines.push(format(...values))
  }
  Object.assign(console, { log: keep, info: keep })
  for (const name of ['error', 'warn', 'debug', 'trace', 'table', 'dir', 'group', 'time', 'timeEnd']) {
    console[name] = () => {}
  }
  const swallow = (_chunk, encoding, done) => {
    const call = typeof encoding === 'function' ? encoding : done
    if (call) process.nextTick(call)
    return true
  }
  process.stdout.write = swallow
  process.stderr.write = swallow
}

/** The lines since the last time. */
export function takeLines() {
  return lines.splice(0)
}
