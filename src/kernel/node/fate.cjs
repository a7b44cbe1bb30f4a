const { AsyncLocalStorage } = require('node:async_hooks')
// Cells may put others into the places of the global ones.
const { setImmediate, setTimeout } = require('node:timers')

const FAILED = 1
const MOST_PAUSE_MS = 20
/** Meant to stay: nobody waits for their end. */
const SERVERS = new Set(['TCPServerWrap', 'PipeServerWrap'])
const WORDS = { Timeout: 'timer', Immediate: 'timer', ProcessWrap: 'program' }

const owners = new AsyncLocalStorage()

/** Threads that a program would wait for: Node does not name them among what is at work. */
const threads = new Set()
process.on('worker', (worker) => {
  threads.add(worker)
  worker.once('exit', () => threads.delete(worker))
})
const atWork = () => [...process.getActiveResourcesInfo(), ...Array(threads.size).fill('thread')]

/** Of the cell that the running code belongs to: callbacks know it too, however late they come. */
const currentFate = () => owners.getStore()

/** What becomes of a cell by more than its statements: the exit that it asks for, and what it has started. */
function createFate(waitMs) {
  const over = Promise.withResolvers()
  const before = atWork()
  let isOver = false
  const finish = () => {
    isOver = true
    over.resolve()
  }
  const fate = {
    /** What it asked to exit with; or 1, if an error of its callbacks was told already. */
    exitCode: undefined,
    hasExited: false,
    failure: undefined,
    /** Resolves when nothing more of it is worth waiting for. */
    over: over.promise,
    run: (work) => owners.run(fate, work),
    exit(code) {
      if (!isOver) Object.assign(fate, { exitCode: code, hasExited: true })
      finish()
    },
    /** Whether it answers for an error of its callbacks that nobody caught: one does that waits for them. */
    fail(thrown) {
      if (isOver) return false
      if (waitMs === undefined) fate.exitCode = FAILED
      else fate.failure = { thrown }
      if (fate.failure) finish()
      return waitMs !== undefined
    },
    settle: () => settle({ before, waitMs, over: over.promise, isOver: () => isOver }),
    /** Nobody asks any more what its callbacks do. */
    close: finish,
  }
  return fate
}

/** Waits for what was started, for a while, and says what is left. Without a time only for what is due already. */
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
