import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FLAGS = ['--disable-warning=ExperimentalWarning', '--no-warnings', '--max-old-space-size=256']

/**
 * Runs one of our programs in a process of its own, which may hang or die with what it calls. It tells JSON values on a
 * channel of its own; nothing else that is written counts. Answers all that was told, and whether it came to its end.
 */
export function runApart({ script, task, cwd, env = {}, silenceMs, mostMs = 600_000 }) {
  return new Promise((resolve) => {
    const path = fileURLToPath(new URL(script, import.meta.url))
    const child = spawn(process.execPath, [...FLAGS, path], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    })
    const told = []
    let isWhole = false
    let timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), silenceMs)
    }
    wait()
    const longest = setTimeout(() => child.kill('SIGKILL'), mostMs)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(task))
    const lines = createInterface({ input: child.stdio[3] })
    lines.on('line', (line) => {
      wait()
      const value = read(line)
      if (value?.done) {
        isWhole = true
        // What the program has started may keep the process alive for ever.
        child.kill('SIGKILL')
      } else if (value) {
        told.push(value)
      }
    })
    lines.on('close', () => {
      clearTimeout(timer)
      clearTimeout(longest)
      child.kill('SIGKILL')
      resolve({ told, isWhole })
    })
    child.on('error', () => resolve({ told, isWhole: false }))
  })
}

function read(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
