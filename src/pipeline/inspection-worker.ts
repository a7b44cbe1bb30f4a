import { parentPort } from 'node:worker_threads'
import type { Reply } from '../language/syntax/thread.ts'
import { analyses } from './analyze/analyses.ts'
import { analyzeCode } from './analyze/analyze-code.ts'
import { findDangers } from './guard/find-dangers.ts'
import { guards } from './guard/guards.ts'
import type { Inspected, InspectionQuestion } from './inspection.ts'

const tell = (reply: Reply<Inspected>) => parentPort?.postMessage(reply)

parentPort?.on('message', ({ kind, ...program }: InspectionQuestion) => {
  tell({ begun: true })
  try {
    tell({ answer: kind === 'guard' ? findDangers(program, guards) : (analyzeCode(program, analyses) ?? null) })
  } catch {
    tell({ answer: null })
    // What was stopped in the middle may be broken: the next program gets a fresh thread.
    process.exit()
  }
})
