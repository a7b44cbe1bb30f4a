import type { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { RunResult } from '../contract/run.ts'
import type { ChatRows } from '../store/chat/chat-rows.ts'
import type { ChatSessions } from './chat-session.ts'
import type { RoundNeeds } from './rounds.ts'

/** The parts of the engine that conversations stand on. */
export interface ChatNeeds extends Pick<Ground, 'clock' | 'newId'>, RoundNeeds {
  store: { chats: ChatRows }
  sessions: ChatSessions
  runs: { get(runId: string, userId: string): Promise<RunResult> }
  engineId: string
  mask(json: string): string
  causedBy<T>(cause: string, work: () => T): T
  onBug(error: unknown): EngineError
  onTrouble(error: unknown): void
}
