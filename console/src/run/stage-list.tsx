import type { RunBlock } from 'anneal-contract/run.ts'
import { Icon, type IconName } from '../part/icon.tsx'
import { Said } from '../part/said.tsx'
import { timeText } from '../part/words.ts'
import type { RunView } from './run-store.ts'
import { StageFacts } from './stage-facts.tsx'
import { stageWords } from './stage-words.ts'
import { STAGES, type Stage } from './stages.ts'

type State = 'waiting' | 'going' | 'ok' | 'failed' | 'blocked' | 'skipped'

/** The line of stages: it grows as events come, and finished stages stay quiet. */
export function StageList({ view, block }: { view: RunView; block: number }) {
  const one = view.run.blocks[block]
  return (
    <ol className="stages" aria-label="Stages">
      {STAGES.map((stage) => (
        <StageItem key={stage} stage={stage} view={view} index={block} block={one} />
      ))}
    </ol>
  )
}

function StageItem({
  stage,
  view,
  index,
  block,
}: {
  stage: Stage
  view: RunView
  index: number
  block: RunBlock | undefined
}) {
  const spans = view.stages.of(stage, index)
  const state = stateOf(stage, { spans, block, isOver: view.run.state === 'ended' })
  const words = spans.length === 0 && stage !== 'detect' ? '' : stageWords(stage, block, view)
  const ms = spans.reduce((sum, { from, to }) => sum + ((to ?? from) - from), 0)
  return (
    <li className="stage" data-state={state}>
      <span className="stage-mark">
        <Icon name={state as IconName} />
      </span>
      <details>
        <summary>
          <span className="stage-name">{stage}</span>
          <span className="only-heard">{state}</span>
          <span className="stage-time">
            {spans.length > 0 && state !== 'going' ? timeText(ms) : state === 'skipped' ? 'skipped' : ''}
          </span>
          {words && (
            <span className="stage-words">
              <Said text={words} />
            </span>
          )}
        </summary>
        <StageFacts stage={stage} block={block} view={view} spans={spans} />
      </details>
    </li>
  )
}

function stateOf(
  stage: Stage,
  { spans, block, isOver }: { spans: { to: number | null }[]; block: RunBlock | undefined; isOver: boolean },
): State {
  if (spans.some(({ to }) => to === null)) return 'going'
  if (spans.length === 0) return isOver || block?.outcome ? 'skipped' : 'waiting'
  if (stage === 'guard' && block?.guard && !block.guard.safe) return 'blocked'
  if (stage === 'execute') return executed(block)
  if (stage === 'correct') return (block?.attempts.length ?? 0) > 1 || !block?.stopped ? 'ok' : 'failed'
  if (stage === 'verify' && block?.tests?.cases.some(({ passed }) => !passed)) return 'failed'
  return 'ok'
}

function executed(block: RunBlock | undefined): State {
  const last = block?.attempts.at(-1)
  if (!last) return 'skipped'
  if (!last.endedBy) return 'going'
  return last.endedBy === 'exit' && last.exitCode === 0 ? 'ok' : 'failed'
}
