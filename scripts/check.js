import { spawn } from 'node:child_process'

/** Runs all checks of the sources at the same time; the output of each is shown when it ends. */
const CHECKS = [
  ['node', 'scripts/types.js'],
  ['biome', 'check', '.'],
  ['knip'],
  ['vitest', 'run', 'test/architecture.test.ts'],
]

const begunMs = performance.now()
const codes = await Promise.all(CHECKS.map(runCheck))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** @param {string[]} command */
function runCheck([name = '', ...parameters]) {
  return new Promise((resolve) => {
    const child = spawn(name, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
    })
    child.on('close', (code) => {
      const seconds = ((performance.now() - begunMs) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${[name, ...parameters].join(' ')} (${seconds} s)\n`)
      if (code !== 0) process.stdout.write(output)
      resolve(code)
    })
  })
}
