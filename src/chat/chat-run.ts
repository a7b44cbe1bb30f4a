import type { ChatRun } from '../contract/chat.ts'
import type { RunEvent } from '../contract/event.ts'
import { applyEvent, emptyRun } from '../contract/reduce-run.ts'
import type { RunResult } from '../contract/run.ts'

/** Characters of each stream that a message keeps; the run has all of it. */
const MOST_OUTPUT = 10_000
const TELLING = new Set([
  'run.start',
  'attempt.start',
  'attempt.end',
  'block.end',
  'approval.wait',
  'run.resumed',
  'run.end',
])

/** Folds the events of a run into the part of a message that shows it. */
export function followChatRun(round: number) {
  const story = emptyRun()
  let question: ChatRun['question']
  return {
    /** The part as it is now, where this event changes it. */
    take(event: RunEvent): ChatRun | undefined {
      applyEvent(story, event)
      if (event.type === 'approval.wait') question = { approvalId: event.approvalId, title: event.title }
      else if (event.type === 'attempt.start' || event.type === 'attempt.end' || event.type === 'run.end') {
        question = undefined
      }
      return TELLING.has(event.type) ? chatRunOf(story, round, question) : undefined
    },
  }
}

export function chatRunOf(run: RunResult, round: number, question?: ChatRun['question']): ChatRun {
  const { runId, blocks, outcome, files, error } = run
  const executed = blocks.filter(({ attempts }) => attempts.length > 0)
  const last = executed.flatMap(({ attempts }) => attempts.slice(-1))
  const repaired = outcome === 'ok' && executed.some(({ attempts }) => attempts.length > 1)
  const isEnded = run.state === 'ended'
  return {
    ...{ runId, round, outcome, repaired, files },
    state: isEnded ? 'ended' : question ? 'waiting' : 'going',
    languages: [...new Set(executed.flatMap(({ language }) => language ?? []))],
    attempts: Math.max(0, ...blocks.map(({ attempts }) => attempts.length)),
    stdout: endOf(last.map(({ stdout }) => stdout).join('')),
    stderr: endOf(last.map(({ stderr }) => stderr).join('')),
    results: last.reduce((sum, { results }) => sum + results.length, 0),
    ...(repaired && { finalCode: executed.map(({ finalCode, code }) => finalCode ?? code).join('\n\n') }),
    ...(error && { error }),
    ...(question && !isEnded && { question }),
    url: `/v1/runs/${runId}`,
  }
}

const endOf = (text: string): string =>
  text.length <= MOST_OUTPUT ? text : `…${text.slice(-MOST_OUTPUT).toWellFormed()}`
