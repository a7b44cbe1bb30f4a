import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FLAGS = ['--disable-warning=ExperimentalWarning', '--no-warnings', '--max-old-space-size=256']
/** Until a process says its first word: starting may take long where many start at once. */
const START_MS = 15_000

/**
 * Runs one of our programs in a process of its own, which may hang or die with what it calls. It tells JSON values on a
 * channel of its own; nothing else that is written counts. Gives all reported values, and whether it came to its end.
 */
export function runApart({ script, task, cwd, env = {}, silenceMs, mostMs = 600_000 }) {
  return new Promise((resolve) => {
    const child = start({ script, cwd, env })
    const told = []
    let isWhole = false
    let timer
    const wait = (ms) => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), ms)
    }
    wait(START_MS)
    const longest = setTimeout(() => child.kill('SIGKILL'), mostMs)
    child.stdin.end(JSON.stringify(task))
    const lines = createInterface({ input: child.stdio[3] })
    lines.on('line', (line) => {
      wait(silenceMs)
      const value = read(line)
      if (value?.done) {
        isWhole = true
        // Timers and servers of the program may keep the process alive for ever.
        child.kill('SIGKILL')
      } else if (value) {
        told.push(value)
      }
    })
    const finish = () => {
      clearTimeout(timer)
      clearTimeout(longest)
      child.kill('SIGKILL')
      resolve({ told, isWhole })
    }
    lines.on('close', finish)
    child.on('error', finish)
  })
}

function start({ script, cwd, env }) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const stdio = ['pipe', 'ignore', 'ignore', 'pipe']
  const child = spawn(process.execPath, [...FLAGS, path], { cwd, env: { ...process.env, ...env }, stdio })
  // One that dies early does not read its task.
  child.stdin.on('error', () => {})
  return child
}

function read(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
