import { parentPort } from 'node:worker_threads'

/** Repeats what it is asked; two words make it hang or leave. */
parentPort?.on('message', (question: string) => {
  parentPort?.postMessage({ begun: true })
  if (question === 'leave') process.exit(1)
  while (question === 'hang');
  parentPort?.postMessage({ answer: question })
})
