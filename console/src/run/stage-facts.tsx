import type { Finding } from 'anneal-contract/finding.ts'
import type { RunBlock, TriedCandidate } from 'anneal-contract/run.ts'
import type { ReactNode } from 'react'
import { Badge } from '../part/state.tsx'
import { sizeText, timeText } from '../part/words.ts'
import type { RunView } from './run-store.ts'
import type { Span, Stage } from './stages.ts'

/** The facts that stand behind the sentence of a stage. */
export function StageFacts(props: { stage: Stage; block: RunBlock | undefined; view: RunView; spans: Span[] }) {
  const { stage, block, spans } = props
  const facts = block ? FACTS[stage]?.(block) : null
  return (
    <div className="stage-facts stack">
      {facts}
      {spans.length > 1 && <p className="quiet-text small">It was at work {spans.length} times.</p>}
      {!facts && spans.length <= 1 && <p className="quiet-text small">Nothing more to tell.</p>}
    </div>
  )
}

const FACTS: Partial<Record<Stage, (block: RunBlock) => ReactNode>> = {
  detect: ({ language, confidence, kind, reason, line }) => (
    <Facts
      of={{
        language: language ?? 'unknown',
        confidence: `${Math.round(confidence * 100)} %`,
        kind,
        reason,
        'line in the text': line,
      }}
    />
  ),
  guard: ({ findings, guard }) => (
    <>
      <Facts of={{ score: guard?.score.toFixed(2), 'not read': guard?.unread?.join(' ') }} />
      <Findings findings={findings} />
    </>
  ),
  analyze: ({ analysis }) =>
    analysis && (
      <>
        <Facts
          of={{
            ...{ lines: analysis.lines.total, 'cyclomatic complexity': analysis.cyclomatic },
            ...{ 'cognitive complexity': analysis.cognitive, maintainability: Math.round(analysis.maintainability) },
            ...{ time: analysis.estimate.time, memory: analysis.estimate.memory },
            imports: analysis.imports.map(({ name }) => name).join(', '),
          }}
        />
        <Findings findings={analysis.findings} />
      </>
    ),
  execute: ({ attempts }) =>
    attempts.map(({ n, endedBy, exitCode, signal, durationMs, waitMs, startMs, start, sandbox, spent, state }) => (
      <Facts
        key={n}
        of={{
          ...{
            attempt: n,
            'ended by': endedBy,
            'exit code': exitCode,
            signal,
            duration: durationMs === undefined ? undefined : timeText(durationMs),
          },
          ...{
            'waited for a sandbox': waitMs === undefined ? undefined : timeText(waitMs),
            sandbox: sandbox && `${sandbox.provider}, ${sandbox.limitsBy}`,
          },
          ...{ 'sandbox ready': startMs === undefined ? undefined : `${timeText(startMs)}, ${start}` },
          ...{ processor: spent?.cpuMs === undefined || spent.cpuMs === null ? undefined : timeText(spent.cpuMs) },
          ...{ 'memory at most': spent?.memoryPeakBytes ? sizeText(spent.memoryPeakBytes) : undefined },
          ...{ 'changes of the session': state && (state.kept ? 'kept' : `undone (${state.undo})`) },
        }}
      />
    )),
  diagnose: ({ attempts }) =>
    attempts.flatMap(({ n, error }) =>
      error
        ? [
            <Facts
              key={n}
              of={{
                ...{ attempt: n, error: `${error.type}: ${error.message}`, line: error.line, category: error.category },
                ...{ pattern: error.pattern, recoverable: error.recoverable, hint: error.hint },
                values:
                  error.values &&
                  Object.entries(error.values)
                    .map(([name, value]) => `${name} = ${value}`)
                    .join('\n'),
              }}
            />,
          ]
        : [],
    ),
  correct: ({ attempts, stopped, suggestion }) => (
    <>
      {attempts
        .filter(({ why }) => why)
        .map(({ n, strategy, confidence, assumption, tried }) => (
          <div key={n} className="stack" style={{ gap: 6 }}>
            <Facts
              of={{
                'for attempt': n,
                strategy,
                confidence: confidence === undefined ? undefined : `${Math.round(confidence * 100)} %`,
              }}
            />
            {assumption && <p className="note is-assumption">Assumed: {assumption}</p>}
            <Tried tried={tried ?? []} />
          </div>
        ))}
      {suggestion && (
        <Facts
          of={{
            suggestion: suggestion.why,
            confidence: `${Math.round(suggestion.confidence * 100)} %`,
            reason: suggestion.reason,
          }}
        />
      )}
      {stopped && <Facts of={{ stopped: stopped.text }} />}
      <Tried tried={stopped?.tried ?? []} />
    </>
  ),
  verify: ({ tests }) =>
    tests && (
      <Facts
        of={{
          ...{ framework: tests.framework, took: timeText(tests.durationMs) },
          mutants: tests.mutation && `${tests.mutation.killed} of ${tests.mutation.total} noticed`,
        }}
      />
    ),
}

export function Facts({ of }: { of: Record<string, string | number | boolean | null | undefined> }) {
  const told = Object.entries(of).filter(([, value]) => value !== undefined && value !== null && value !== '')
  if (told.length === 0) return null
  return (
    <dl className="facts">
      {told.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd style={{ whiteSpace: 'pre-wrap' }}>{String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Findings({ findings }: { findings: readonly (Finding & { action?: string })[] }) {
  if (findings.length === 0) return null
  return (
    <ul className="findings">
      {findings.slice(0, 50).map((each) => (
        <li key={`${each.rule}${each.line}${each.column}`}>
          <strong>
            Line {each.line}: {each.message}
          </strong>
          <span className="quiet-text">
            {' '}
            {each.why} {each.remedy}
          </span>{' '}
          <code>{each.rule}</code>
        </li>
      ))}
    </ul>
  )
}

const WORDS: Record<TriedCandidate['outcome'], string> = {
  ...{ chosen: 'ok', clean: 'ok', failed: 'failed', refused: 'blocked', unparsed: 'failed', untried: 'skipped' },
}

/** Everything that was weighed before an attempt. */
function Tried({ tried }: { tried: readonly TriedCandidate[] }) {
  if (tried.length === 0) return null
  return (
    <ul className="findings">
      {tried.slice(0, 30).map((each, index) => (
        <li key={index}>
          <Badge state={WORDS[each.outcome]}>{each.outcome}</Badge> {each.why}
          {each.detail && <span className="quiet-text"> {each.detail}</span>}
        </li>
      ))}
    </ul>
  )
}
