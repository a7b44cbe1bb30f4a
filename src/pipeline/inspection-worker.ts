import { parentPort, workerData } from 'node:worker_threads'
import type { Reply } from '../language/syntax/thread.ts'
import { analyses } from './analyze/analyses.ts'
import { analyzeCode } from './analyze/analyze-code.ts'
import { checkCommand } from './guard/bash/check-command.ts'
import type { CustomRule } from './guard/custom/rule-document.ts'
import { type Dangers, findDangers, type Program } from './guard/find-dangers.ts'
import { guards } from './guard/guards.ts'
import type { LanguageGuard } from './guard/rule.ts'
import type { Inspected, InspectionQuestion } from './inspection.ts'

const tell = (reply: Reply<Inspected>) => parentPort?.postMessage(reply)
const allGuards = withCustom(workerData as readonly CustomRule[])

parentPort?.on('message', async (question: InspectionQuestion) => {
  const known = await allGuards
  tell({ begun: true })
  try {
    tell({ answer: answerTo(question, known) })
  } catch {
    tell({ answer: null })
    // What was stopped in the middle may be broken: the next program gets a fresh thread.
    process.exit()
  }
})

function answerTo(question: InspectionQuestion, known: readonly LanguageGuard[]): Inspected {
  switch (question.kind) {
    case 'guard':
      return guarded(question, known)
    case 'analyze':
      return analyzeCode(question, analyses) ?? null
    case 'command':
      return checkCommand(question.command, question.policy)
  }
}

function guarded(program: Program, known: readonly LanguageGuard[]): Dangers {
  const bugs: string[] = []
  const dangers = findDangers(program, known, (rule, error) => void bugs.push(`${rule}: ${error}`))
  // What threw may be broken, such as a parser in WebAssembly: the next program gets a fresh thread.
  if (bugs.length > 0) setImmediate(() => process.exit())
  return bugs.length === 0 ? dangers : { ...dangers, bugs }
}

/** Native code is loaded only for rules that need it. */
async function withCustom(rules: readonly CustomRule[]): Promise<readonly LanguageGuard[]> {
  if (rules.length === 0) return guards
  const { createCustomGuard } = await import('./guard/custom/create-custom-guard.ts')
  return [...guards, (await createCustomGuard(rules)) as LanguageGuard]
}
