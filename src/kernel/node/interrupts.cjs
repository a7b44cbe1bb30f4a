const { Worker } = require('node:worker_threads')

const INTERRUPTS = 5
const PATIENCE_MS = 25
/** It runs twenty lines; without this V8 would reserve another 512 MB of addresses for its machine code. */
const SMALL = { codeRangeSizeMb: 4, maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }
/** Numbers of requests only grow: three of them tell all that both threads need to know. */
const BEGUN = 0
const ENDED = 1
const ANSWERED = 2
const READY = 0

/**
 * A thread that waits for interrupts, each the number of the request it is meant for. It asks this one to end what it
 * waits for; when there is no answer this thread is busy, and what it executes is ended, be it a cell, a callback or the
 * rest of a cell behind an `await`.
 */
function createInterrupts(onInterrupt) {
  const state = new Int32Array(new SharedArrayBuffer(12))
  const places = JSON.stringify({ BEGUN, ENDED, ANSWERED, READY, INTERRUPTS, PATIENCE_MS })
  const worker = new Worker(`(${watch})(require, ${places})`, { eval: true, workerData: state, resourceLimits: SMALL })
  const isReady = new Promise((resolve) => worker.once('message', resolve))
  worker.on('message', (id) => {
    const isRunning = id !== READY && Atomics.load(state, BEGUN) === id && Atomics.load(state, ENDED) !== id
    if (!isRunning || Atomics.exchange(state, ANSWERED, id) === id) return
    Atomics.notify(state, ANSWERED)
    onInterrupt()
  })
  return {
    /** Before that nothing may run: this thread has to be free for the other one to reach it. */
    isReady: isReady.then(() => worker.unref()),
    begin: (id) => void Atomics.store(state, BEGUN, id),
    end: (id) => void Atomics.store(state, ENDED, id),
  }
}

/** Runs in the other thread, as text: it sees nothing of this file. */
function watch(require, { BEGUN, ENDED, ANSWERED, READY, INTERRUPTS, PATIENCE_MS }) {
  const fs = require('node:fs')
  const { Session } = require('node:inspector')
  const { parentPort, workerData: state } = require('node:worker_threads')
  const session = new Session()
  session.connectToMainThread()
  parentPort.postMessage(READY)
  const wanted = Buffer.alloc(4)
  const isOpen = (id) => Atomics.load(state, ENDED) < id && Atomics.load(state, ANSWERED) < id
  while (fs.readSync(INTERRUPTS, wanted) === wanted.length) {
    const id = wanted.readUInt32LE()
    while (isOpen(id)) {
      parentPort.postMessage(id)
      Atomics.wait(state, ANSWERED, Atomics.load(state, ANSWERED), PATIENCE_MS)
      if (isOpen(id) && Atomics.load(state, BEGUN) === id) session.post('Runtime.terminateExecution')
    }
  }
}

module.exports = { createInterrupts }
