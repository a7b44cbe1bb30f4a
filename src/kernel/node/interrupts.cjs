const { Worker } = require('node:worker_threads')

const INTERRUPTS = 5
const PATIENCE_MS = 20
const MOST_PATIENCE_MS = 500
/** The thread runs twenty lines; without this V8 would reserve another 512 MB of addresses for its machine code. */
const SMALL = { codeRangeSizeMb: 4, maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }
/** Numbers of requests only grow. `HOLD` says which thread is handling an interrupt. */
const PLACES = { BEGUN: 0, ENDED: 1, CLOSED: 2, INTERRUPTING: 3, HOLD: 4 }
const { BEGUN, ENDED, CLOSED, INTERRUPTING, HOLD } = PLACES
const FREE = 0
const ANSWERING = 1

/**
 * A thread that waits for interrupts, each the number of the request it is meant for. It asks the main thread to answer;
 * without an answer the main thread is busy, and the code it executes is terminated, be it a cell, a callback or the rest of a
 * cell behind an `await`. Termination strikes the code that runs next, so that it may miss the cell and hit our own: from the
 * first sign of an interrupt only `answer` closes the request, and it is asked for until it runs unharmed.
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
    /**
     * Resolves when the watching thread is ready. Nothing may run before: the main thread has to be free for the other one to
     * reach it.
     */
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
  // A request that was cancelled on its way here never begins, but later ones do.
  const isOpen = (id) => isBelow(CLOSED, id) && isBelow(BEGUN, id + 1)
  const endWhatRuns = (id) => {
    if (Atomics.compareExchange(state, HOLD, FREE, ENDING) !== FREE) return
    const release = () => Atomics.store(state, HOLD, FREE)
    // Checked only while the request cannot be closed: terminating a closed one would strike the reading of the next.
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
