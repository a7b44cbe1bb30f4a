const { Worker } = require('node:worker_threads')

const INTERRUPTS = 5
const PATIENCE_MS = 20
const MOST_PATIENCE_MS = 500
/** It runs twenty lines; without this V8 would reserve another 512 MB of addresses for its machine code. */
const SMALL = { codeRangeSizeMb: 4, maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }
/** Numbers of requests only grow. `HOLD` says which thread is at work on an interrupt. */
const PLACES = { BEGUN: 0, ENDED: 1, CLOSED: 2, INTERRUPTING: 3, HOLD: 4 }
const { BEGUN, ENDED, CLOSED, INTERRUPTING, HOLD } = PLACES
const FREE = 0
const ANSWERING = 1

/**
 * A thread that waits for interrupts, each the number of the request it is meant for. It asks this one to answer; when
 * there is no answer this thread is busy, and what it executes is ended, be it a cell, a callback or the rest of a cell
 * behind an `await`. Ending strikes whatever runs next, so that it may miss the cell and hit our own code: from the first
 * sign of an interrupt the request is closed only by `answer`, which is asked for until it comes through unharmed.
 */
function createInterrupts(answer) {
  const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(PLACES).length))
  const settings = JSON.stringify({ ...PLACES, INTERRUPTS, PATIENCE_MS, MOST_PATIENCE_MS })
  const worker = new Worker(`(${watch})(require, ${settings})`, {
    eval: true,
    workerData: state,
    resourceLimits: SMALL,
  })
  const isReady = new Promise((resolve) => worker.once('message', resolve))
  worker.on('message', (id) => {
    if (Atomics.load(state, BEGUN) !== id || Atomics.load(state, CLOSED) === id) return
    if (Atomics.compareExchange(state, HOLD, FREE, ANSWERING) !== FREE) return
    answer()
    Atomics.store(state, HOLD, FREE)
  })
  return {
    /** Before that nothing may run: this thread has to be free for the other one to reach it. */
    isReady: isReady.then(() => worker.unref()),
    begin: (id) => void Atomics.store(state, BEGUN, id),
    /** Whether the request may be closed at once; if not, `answer` will be called. */
    end(id) {
      Atomics.store(state, ENDED, id)
      return Atomics.load(state, INTERRUPTING) !== id
    },
    close: (id) => void Atomics.store(state, CLOSED, id),
  }
}

/** Runs in the other thread, as text: it sees nothing of this file. */
async function watch(require, settings) {
  const { BEGUN, ENDED, CLOSED, INTERRUPTING, HOLD, INTERRUPTS, PATIENCE_MS, MOST_PATIENCE_MS } = settings
  const [FREE, ENDING, READY] = [0, 2, 0]
  const fs = require('node:fs')
  const { Session } = require('node:inspector')
  const { setTimeout: delay } = require('node:timers/promises')
  const { parentPort, workerData: state } = require('node:worker_threads')
  const session = new Session()
  session.connectToMainThread()
  parentPort.postMessage(READY)
  const isBelow = (place, id) => Atomics.load(state, place) < id
  const isRunning = (id) => Atomics.load(state, BEGUN) === id && isBelow(ENDED, id) && isBelow(CLOSED, id)
  // One that was called off on its way here never begins, but those behind it do.
  const isOpen = (id) => isBelow(CLOSED, id) && isBelow(BEGUN, id + 1)
  const endWhatRuns = (id) => {
    if (Atomics.compareExchange(state, HOLD, FREE, ENDING) !== FREE) return
    const release = () => Atomics.store(state, HOLD, FREE)
    // Asked only now that nobody can close it: ending a closed one would strike the reading of the next.
    if (isRunning(id)) session.post('Runtime.terminateExecution', release)
    else release()
  }
  const wanted = Buffer.alloc(4)
  while (fs.readSync(INTERRUPTS, wanted) === wanted.length) {
    const id = wanted.readUInt32LE()
    Atomics.store(state, INTERRUPTING, id)
    for (let patienceMs = PATIENCE_MS; isOpen(id); ) {
      parentPort.postMessage(id)
      await delay(patienceMs)
      endWhatRuns(id)
      patienceMs = Math.min(2 * patienceMs, MOST_PATIENCE_MS)
    }
  }
}

module.exports = { createInterrupts }
