import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { type Finding, severity } from '../../../contract/finding.ts'
import { guardFamily } from '../../../contract/guard.ts'
import type { LanguageModel } from '../../../model/model.ts'
import type { GuardParts } from '../create-guard.ts'
import { type Program, rank } from '../find-dangers.ts'
import { reviewPrompt, SYSTEM } from './prompt.ts'

const MOST_FINDINGS = 20
/** A model would see too little of a longer program. */
const MOST_CODE = 200_000

const answer = z.object({
  findings: z
    .array(
      z.object({
        line: z.int(),
        severity,
        family: guardFamily,
        message: z.string(),
        why: z.string(),
        remedy: z.string(),
        cwe: z.array(z.int()).optional(),
      }),
    )
    .max(MOST_FINDINGS),
})

/** A second review by a model. It can only add findings: an empty answer, or none at all, removes nothing. */
export function createReview(model: LanguageModel, maxTokens: number): NonNullable<GuardParts['review']> {
  return async (program, { findings: known }, signal = new AbortController().signal) => {
    if (program.code.length > MOST_CODE) return [notReviewed(program, 'the program is too large')]
    const question = { system: SYSTEM, prompt: reviewPrompt(program, known), schema: answer, maxTokens }
    try {
      const reply = await model.ask(question, { signal, onThinking: () => {}, onUsage: () => {} })
      return reply.answer.findings.map((told) => findingOf(told, program))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof EngineError)) throw error
      return [notReviewed(program, error.message)]
    }
  }
}

type Told = z.infer<typeof answer>['findings'][number]

function findingOf({ line, severity: said, family, message, why, remedy, cwe = [] }: Told, { code }: Program): Finding {
  const lines = code.split(/\r\n|\n|\r/)
  const at = Math.min(Math.max(1, line), lines.length)
  const text = lines[at - 1] ?? ''
  const column = text.length - text.trimStart().length + 1
  return {
    rule: `model/${family}`,
    family,
    // A model's word alone does not block a program, unless a policy says so.
    severity: rank(said) > rank('high') ? 'high' : said,
    ...{ line: at, column, endLine: at, endColumn: text.length + 1 },
    ...{ message: clause(message), why: clause(why), remedy: clause(remedy), cwe, from: 'model' },
  }
}

const MOST_TEXT = 300
const clause = (text: string): string =>
  text.slice(0, MOST_TEXT).replace(/\s+/g, ' ').trim().replace(/\.$/, '').toWellFormed()

/** A review that was asked for and did not happen is reported, never passed over in silence. */
const notReviewed = ({ code }: Program, reason: string): Finding => ({
  rule: 'model/no-review',
  family: 'code-execution',
  severity: 'info',
  ...{ line: 1, column: 1, endLine: 1, endColumn: (code.split(/[\r\n]/, 1)[0] ?? '').length + 1 },
  message: `The model did not look at the program: ${clause(reason)}`,
  why: 'What is told about it comes from rules alone.',
  remedy: 'Ask again when the model can be reached.',
  cwe: [],
  from: 'model',
})
