import { parentPort } from 'node:worker_threads'
import type { Reply } from '../../../language/syntax/thread.ts'
import { type Reading, readAnswer } from './read-answer.ts'

const tell = (reply: Reply<Reading>) => parentPort?.postMessage(reply)

parentPort?.on('message', (text: string) => {
  tell({ begun: true })
  tell({ answer: readAnswer(text) })
})
