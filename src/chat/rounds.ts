import type { Config } from '../config/settings.ts'
import type { ChatRun } from '../contract/chat.ts'
import type { DetectResult } from '../contract/detect.ts'
import { EngineError } from '../contract/errors.ts'
import type { RunEvent } from '../contract/event.ts'
import type { Outcome, RunRequest, RunResult } from '../contract/run.ts'
import { createBudget } from '../model/budget.ts'
import { type Conversation, estimateTokens, type LanguageModel, type Said, type Usage } from '../model/model.ts'
import { chatRunOf, followChatRun } from './chat-run.ts'
import { cutFor, failureFor } from './words-for-model.ts'

export interface RoundNeeds {
  model: LanguageModel | undefined
  config: Pick<Config, 'modelRunTokens' | 'modelRunUsd' | 'modelInputUsd' | 'modelOutputUsd' | 'modelOutputTokens'>
  run(
    request: RunRequest,
    caller: { userId: string; signal: AbortSignal },
  ): Promise<{ runId: string; events(): AsyncIterable<RunEvent>; result: Promise<RunResult> }>
  detect(text: string, signal?: AbortSignal, isInSession?: boolean): Promise<DetectResult>
}

/** Hears of everything as it happens. */
export interface RoundListener {
  /** `why` is the failure of the round before. */
  onRound(round: number, why: string | undefined): void
  onText(text: string): void
  onThinking(text: string): void
  /** The answer was cut because it was too long, and holds no code. */
  onCut(notice: string): void
  onEvent(event: RunEvent): void
  onRun(run: ChatRun): void
  /** The round is over; resolves when that is kept. */
  onRoundEnd(): Promise<void>
}

export interface Talk extends Pick<Conversation, 'system' | 'messages'> {
  userId: string
  rounds: number
  signal: AbortSignal
  /** The words of the last question, for those who repair a program. */
  task: string
  /** Opens the session before its first run; `again` goes back to the state before the answer. */
  session?: { open(): Promise<string>; again(): Promise<void> }
  listener: RoundListener
}

export interface Talked {
  outcome: Outcome
  rounds: number
  runs: string[]
  /** The last answer. */
  text: string
  isCut: boolean
  lastRun: ChatRun | undefined
  usage: Usage
}

const LONGEST_TASK = 10_000
const REMEDY = 'Raise ANNEAL_MODEL_RUN_TOKENS, or begin a new conversation.'

/**
 * Lets the model answer, runs the code of its answer, and tells it of a failure, until the answer works or the rounds are used up. Code of an
 * answer that was cut is not run: its end is missing, and half a program may do what the whole would not.
 */
export async function talk(needs: RoundNeeds, { messages, ...given }: Talk): Promise<Talked> {
  const { rounds, listener, signal } = given
  const ask = asking(needs, given)
  const said = [...messages]
  const runs: string[] = []
  for (let round = 1, why: string | undefined; ; round++) {
    signal.throwIfAborted()
    listener.onRound(round, why)
    const { text, isCut, maxTokens } = await ask.say(said)
    const hasCode = await holdsCode(needs, given, text)
    const cut = isCut ? cutFor(maxTokens) : undefined
    if (cut && !hasCode) listener.onCut(cut.notice)
    const ran = hasCode && !cut ? await runAnswer(needs, given, { text, round }) : undefined
    await listener.onRoundEnd()
    const { outcome = 'nothing-to-run' as const, runId = '' } = ran ?? {}
    if (ran) runs.push(runId)
    const lastRun = ran && chatRunOf(ran, round)
    const failure = ran?.outcome === 'failed' ? failureFor(ran) : hasCode ? cut : undefined
    if (!failure || round >= rounds || !needs.model) {
      if (cut && hasCode) throw new EngineError('CHAT_ANSWER_CUT', { tokens: maxTokens })
      return { outcome: outcome ?? 'error', rounds: round, runs, text, isCut, lastRun, usage: ask.spent() }
    }
    why = failure.why
    said.push({ role: 'assistant', content: text }, { role: 'user', content: failure.prompt })
    await given.session?.again()
  }
}

/** Without a model the question itself is run: it holds a pasted answer. */
function asking({ model, config }: RoundNeeds, { system, userId, signal, listener }: Omit<Talk, 'messages'>) {
  const prices = { inputUsd: config.modelInputUsd, outputUsd: config.modelOutputUsd }
  const budget = createBudget({
    tokens: config.modelRunTokens,
    ...(config.modelRunUsd > 0 && { money: { usd: config.modelRunUsd, prices } }),
  })
  return {
    spent: budget.spent,
    async say(messages: Conversation['messages']): Promise<Pick<Said, 'text' | 'isCut'> & { maxTokens: number }> {
      if (!model) return { text: messages.at(-1)?.content ?? '', isCut: false, maxTokens: 0 }
      const room = budget.roomFor(estimateTokens(system + messages.map(({ content }) => content).join('\n')))
      if (typeof room === 'string')
        throw new EngineError('MODEL_REFUSED', { model: model.id, reason: room, remedy: REMEDY })
      const maxTokens = Math.min(config.modelOutputTokens, room)
      const { onText, onThinking } = listener
      const conversing = { signal, payer: { userId }, onText, onThinking, onUsage: budget.spend }
      return { ...(await model.converse({ system, messages, maxTokens }, conversing)), maxTokens }
    },
  }
}

async function holdsCode(
  { detect }: RoundNeeds,
  { signal, session }: Pick<Talk, 'signal' | 'session'>,
  text: string,
): Promise<boolean> {
  const { blocks } = await detect(text, signal, session !== undefined)
  return blocks.some(({ executable }) => executable)
}

async function runAnswer(
  { run }: RoundNeeds,
  { userId, signal, session, task, listener }: Omit<Talk, 'messages'>,
  { text, round }: { text: string; round: number },
): Promise<RunResult> {
  const place = session ? { session: await session.open() } : {}
  const words = task.trim() === '' || task === text ? {} : { task: task.slice(0, LONGEST_TASK).toWellFormed() }
  const started = await run({ text, ...place, ...words }, { userId, signal })
  const follow = followChatRun(round)
  for await (const event of started.events()) {
    const told = follow.take(event)
    listener.onEvent(event)
    if (told) listener.onRun(told)
  }
  return started.result
}
