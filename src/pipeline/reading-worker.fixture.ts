import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingJob, ReadingStart } from './reading-protocol.ts'

const { left } = workerData as ReadingStart

/** Repeats what it is asked; some words make it hang, work or wait until nobody waits, leave, fail, or break. */
parentPort?.on('message', ({ question }: ReadingJob) => {
  parentPort?.postMessage({ begunAtMs: 0 })
  if (question === 'leave') process.exit(1)
  if (question === 'fail') throw new Error('no such thing')
  while (question === 'hang');
  while (question === 'until left' && Atomics.load(left, 0) === 0);
  while (question === 'slow' && Atomics.load(left, 0) === 0) Atomics.wait(left, 0, 0, 10)
  parentPort?.postMessage({ answer: question, isLast: question === 'break' })
})
