import type { RunBlock } from 'anneal-contract/run.ts'
import { countText, sentence, timeText } from '../part/words.ts'
import type { RunView } from './run-store.ts'
import type { Stage } from './stages.ts'

/** One sentence about what a stage did with a block; empty where it has nothing to say yet. */
export function stageWords(
  stage: Stage,
  block: RunBlock | undefined,
  { run, events }: Pick<RunView, 'run' | 'events'>,
): string {
  if (stage === 'detect') return detectWords(run.blocks)
  if (!block) return ''
  const words: Record<Exclude<Stage, 'detect'>, () => string> = {
    guard: () => guardWords(block),
    analyze: () => analysisWords(block),
    execute: () => executionWords(block),
    diagnose: () => block.attempts.findLast(({ error }) => error?.explanation)?.error?.explanation ?? '',
    correct: () => correctionWords(block, events),
    verify: () => testWords(block),
    remember: () =>
      block.outcome === 'ok' && block.attempts.length > 1 ? 'The change that worked is kept for the next time.' : '',
  }
  return words[stage]()
}

function detectWords(blocks: readonly RunBlock[]): string {
  if (blocks.length === 0) return ''
  const runs = blocks.filter(({ executable }) => executable)
  const [first] = runs
  if (runs.length === 1 && first) return `${first.language ?? 'Unknown language'}: ${first.reason}.`.replace('..', '.')
  const languages = [...new Set(runs.map(({ language }) => language))].join(', ')
  return `${countText(blocks.length, 'block')}, ${runs.length} of them to run: ${languages}.`
}

function guardWords({ findings, guard }: RunBlock): string {
  if (!guard) return ''
  const blocked = findings.filter(({ action }) => action === 'block')
  if (blocked.length > 0) return sentence(`Blocked: ${blocked[0]?.message}`)
  if (findings.length > 0) return sentence(`${countText(findings.length, 'warning')}: ${findings[0]?.message}`)
  return 'Nothing dangerous was found.'
}

function analysisWords({ analysis }: RunBlock): string {
  if (!analysis) return ''
  const { findings, cyclomatic, estimate } = analysis
  const remarks = findings.length === 0 ? 'no remarks' : countText(findings.length, 'remark')
  return sentence(`${remarks}; complexity ${cyclomatic}, time ${estimate.time}`)
}

function executionWords({ attempts }: RunBlock): string {
  const last = attempts.at(-1)
  if (!last) return ''
  const ended = attempts.filter(({ endedBy }) => endedBy)
  const words = ended.map(({ n, endedBy, exitCode, durationMs }) => {
    const end = endedBy === 'exit' ? (exitCode === 0 ? 'ran well' : `exit code ${exitCode}`) : `ended by ${endedBy}`
    return `Attempt ${n}: ${end} after ${timeText(durationMs)}.`
  })
  return [...words, ...(last.endedBy ? [] : [`Attempt ${last.n} runs.`])].join(' ')
}

function correctionWords({ attempts, stopped, suggestion }: RunBlock, events: RunView['events']): string {
  const changed = attempts.findLast(({ why }) => why)
  if (changed?.why) {
    const ran = (changed.tried ?? []).filter(({ outcome }) => outcome !== 'untried' && outcome !== 'unparsed').length
    const all = changed.tried?.length ?? 0
    return `${sentence(changed.why)}${all > 1 ? ` ${ran} of ${all} candidates ran.` : ''}`
  }
  if (suggestion) return `Suggested, not made: ${sentence(suggestion.why)}`
  if (stopped) return sentence(stopped.text)
  return events.some(({ type }) => type === 'model.asked') ? 'The model was asked.' : ''
}

function testWords({ tests }: RunBlock): string {
  if (!tests) return ''
  const passed = tests.cases.filter((each) => each.passed).length
  const lines = tests.coverage?.lines
  const covered = lines && lines.total > 0 ? `, ${Math.round((100 * lines.covered) / lines.total)} % of the lines` : ''
  return `${passed} of ${countText(tests.cases.length, 'test')} passed${covered}.`
}
