import type { Payer } from '../../../contract/effect.ts'
import type { SyntaxChecker } from '../../../language/syntax/syntax.ts'
import { type Budget, type BudgetLimits, createBudget } from '../../../model/budget.ts'
import type { Understood } from '../../failure.ts'
import type { AskModel } from '../correct.ts'
import { createModelCorrector, type ModelCorrectorParts } from './model-corrector.ts'
import type { ModelFault } from './model-fault.ts'

export interface AskModelParts extends Pick<ModelCorrectorParts, 'model' | 'maxTokens' | 'refuses' | 'assumes'> {
  check: SyntaxChecker['check']
  /** Budget of each run. */
  budget: BudgetLimits
}

/** The model's part in the correct stage: its answer is emitted as it comes, and each run has a budget of its own. */
export function createAskModel({ check, budget: limits, ...parts }: AskModelParts): AskModel {
  // A run is admitted once for all its blocks and attempts, so the admission identifies the run.
  const budgets = new WeakMap<Understood['admission'], Budget>()
  const budgetOf = ({ admission }: Understood): Budget => {
    const budget = budgets.get(admission) ?? createBudget(limits)
    budgets.set(admission, budget)
    return budget
  }
  return async (failure, { emit, signal, cause }) => {
    const correct = createModelCorrector({
      ...parts,
      budget: budgetOf(failure),
      check: async ({ code, language }, until) => {
        const [problems] = await check(language, [code], until)
        const first = problems?.[0]
        return first && `line ${first.line}: ${first.message}`
      },
    })
    const { block, attempt } = failure
    const onThinking = (text: string) => emit({ type: 'thinking.delta', block, attempt, text, cause })
    const payer: Payer = {
      userId: failure.admission.userId ?? '',
      ...(failure.session && { sessionId: failure.session.id }),
      cause,
      onAsk: ({ id, title, reason }) =>
        void emit({ type: 'approval.wait', block, attempt, approvalId: id, title, reason, cause }),
    }
    const correction = await correct(faultOf(failure), { signal, onThinking, payer })
    const { usage } = correction
    const asked = { type: 'model.asked', block, attempt, model: parts.model.id, ...usage, cause } as const
    if ('code' in correction) {
      emit(asked)
      const { usage: _, ...change } = correction
      return change
    }
    const { refused, because } = correction
    emit({ ...asked, refused })
    return { refused, isBudget: because === 'budget' }
  }
}

function faultOf(failure: Parameters<AskModel>[0]): ModelFault {
  const { code, language, diagnosis, facts, task, tests, tried, earlier, executed, repair, lessons, examples } = failure
  return {
    mayAssume: repair === 'bold',
    code,
    language: language.id,
    interpreter: language.command.join(' '),
    diagnosis,
    facts,
    ...(task !== undefined && { task }),
    tests,
    ...(lessons && { lessons }),
    ...(examples && { examples }),
    stderr: executed.stderr,
    tried,
    history: earlier.map(({ code: before, diagnosis: error, correction }, index) => ({
      n: index + 1,
      code: before,
      ...(correction && { diff: correction.diff, strategy: correction.strategy }),
      ...(error && { error }),
    })),
  }
}
