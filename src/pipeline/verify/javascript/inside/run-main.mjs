import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const LONGEST_MS = 4000
const MOST_OUTPUT = 6000
const ELSEWHEN = fileURLToPath(new URL('./elsewhen.mjs', import.meta.url))

/** The output of the program when it is started, where that is the same at another time and in another place. */
export async function runMain({ job, path, cwd }) {
  const flags = job.program.needsTransform ? ['--experimental-transform-types'] : []
  const first = await printedBy([...flags, path], cwd, 'UTC')
  if (first === undefined || first === '') return undefined
  const again = await printedBy([...flags, '--import', ELSEWHEN, path], cwd, 'Asia/Kathmandu')
  return { stdout: first, isSteady: first === again }
}

/** Undefined when the program fails, takes too long or prints too much. */
function printedBy(given, cwd, zone) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--no-warnings', ...given], {
      cwd,
      env: { ...process.env, TZ: zone },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let stdout = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      if (stdout.length > MOST_OUTPUT) child.kill('SIGKILL')
    })
    child.on('error', () => resolve(undefined))
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      resolve(exitCode === 0 ? stdout : undefined)
    })
  })
}
