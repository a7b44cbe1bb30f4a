import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingJob, ReadingStart } from './reading-protocol.ts'

const { left } = workerData as ReadingStart

/** Longer than four times the processor time of a job with the smallest budget. */
const STARVED_MS = 2_500

parentPort?.postMessage({ threadId: Number(basename(readlinkSync('/proc/thread-self'))) })
/** Echoes the question; some words make it hang, starve, work or wait until the caller leaves, exit, fail, or break. */
parentPort?.on('message', ({ question }: ReadingJob) => {
  parentPort?.postMessage({ begunAtMs: process.threadCpuUsage().user / 1000 })
  if (question === 'leave') process.exit(1)
  if (question === 'fail') throw new Error('no such thing')
  if (question === 'starve') Atomics.wait(left, 0, 0, STARVED_MS)
  while (question === 'hang');
  while (question === 'until left' && Atomics.load(left, 0) === 0);
  while (question === 'slow' && Atomics.load(left, 0) === 0) Atomics.wait(left, 0, 0, 10)
  parentPort?.postMessage({ answer: question, isLast: question === 'break' })
})
