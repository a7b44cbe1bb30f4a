import { parentPort } from 'node:worker_threads'
import { parserOf } from './parsers.ts'
import type { SyntaxProblem } from './syntax.ts'
import type { Reply } from './thread.ts'

const tell = (reply: Reply<SyntaxProblem[] | null>) => parentPort?.postMessage(reply)

parentPort?.on('message', async ({ language, source }: { language: string; source: string }) => {
  const parse = await parserOf(language)
  tell({ begun: true })
  try {
    tell({ answer: parse(source) })
  } catch {
    tell({ answer: null })
    // A parser in WebAssembly that was stopped in the middle may be broken: the next source gets a fresh one.
    process.exit()
  }
})
