const { AsyncLocalStorage } = require('node:async_hooks')
// Cells may replace the global timers, so the kernel keeps its own.
const { setImmediate, setTimeout } = require('node:timers')

const FAILED = 1
const MOST_PAUSE_MS = 20
/** Servers are meant to stay: their end is not waited for. */
const SERVERS = new Set(['TCPServerWrap', 'PipeServerWrap'])
const WORDS = { Timeout: 'timer', Immediate: 'timer', ProcessWrap: 'program' }

const owners = new AsyncLocalStorage()

/** Threads that a program would wait for: Node does not name them among its active resources. */
const threads = new Set()
process.on('worker', (worker) => {
  threads.add(worker)
  worker.once('exit', () => threads.delete(worker))
})
const atWork = () => [...process.getActiveResourcesInfo(), ...Array(threads.size).fill('thread')]

/** The fate of the cell that the running code belongs to: callbacks know it too, however late they come. */
const currentFate = () => owners.getStore()

/** The outcome of a cell beyond its statements: its exit, and the work it has started. */
function createFate(waitMs) {
  const over = Promise.withResolvers()
  const before = atWork()
  let isOver = false
  const finish = () => {
    isOver = true
    over.resolve()
  }
  const fate = {
    /** The exit code that the cell asked for; or 1, if an error of its callbacks was reported already. */
    exitCode: undefined,
    hasExited: false,
    failure: undefined,
    /** Resolves when nothing more of the cell is worth waiting for. */
    over: over.promise,
    run: (work) => owners.run(fate, work),
    exit(code) {
      if (!isOver) Object.assign(fate, { exitCode: code, hasExited: true })
      finish()
    },
    /** Takes an uncaught error of the cell's callbacks; true when the cell waits for them and reports it. */
    fail(thrown) {
      if (isOver) return false
      if (waitMs === undefined) fate.exitCode = FAILED
      else fate.failure = { thrown }
      if (fate.failure) finish()
      return waitMs !== undefined
    },
    settle: () => settle({ before, waitMs, over: over.promise, isOver: () => isOver }),
    /** Stops following the cell's callbacks. */
    close: finish,
  }
  return fate
}

/**
 * Waits for work that was started, for a while, and reports the rest. Without a time it waits only for work that is due
 * already.
 */
async function settle({ before, waitMs, over, isOver }) {
  await new Promise((resolve) => setImmediate(resolve))
  if (waitMs === undefined) return
  const until = performance.now() + waitMs
  for (let pauseMs = 1; !isOver(); pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
    const left = startedSince(before)
    if (left.length === 0) return
    if (performance.now() > until) return void process.stderr.write(wordsFor(left))
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, pauseMs).unref())])
  }
}

function startedSince(before) {
  const known = [...before]
  return atWork().filter((kind) => {
    const at = known.indexOf(kind)
    if (at !== -1) known.splice(at, 1)
    return at === -1 && !SERVERS.has(kind)
  })
}

function wordsFor(left) {
  const counts = new Map()
  for (const kind of left) counts.set(WORDS[kind] ?? kind, (counts.get(WORDS[kind] ?? kind) ?? 0) + 1)
  const kinds = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  return `[still at work, and waited for no longer: ${kinds}]\n`
}

module.exports = { createFate, currentFate }
