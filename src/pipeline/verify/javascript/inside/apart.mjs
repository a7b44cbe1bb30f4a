import { readFileSync, writeSync } from 'node:fs'

const CHANNEL = 3
// The program under test may change all of these.
const { stringify, parse } = JSON
const { exit } = process

/** Tells the process that started this one. */
export function tell(value) {
  const bytes = Buffer.from(`${stringify(value)}\n`)
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(CHANNEL, bytes, at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

/** Runs `work` with the task of this process. */
export async function apart(work) {
  const task = parse(readFileSync(0, 'utf8'))
  // A rejection or an exception that comes late belongs to no call that can be named.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  try {
    await work(task)
  } catch (error) {
    tell({ failed: String(error?.stack ?? error).slice(0, 2000) })
  }
  tell({ done: true })
  exit(0)
}
