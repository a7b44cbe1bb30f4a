import type { FeedbackRequest, FeedbackState, Insights } from '../contract/feedback.ts'
import type { PlaybookCalls } from './playbook/create-playbooks.ts'
import type { PlaybooksApi } from './playbook/playbook-part.ts'

/** Calls about everything that is learnt from runs. */
export interface LearningApi {
  playbook: PlaybookCalls
  agents: PlaybooksApi['agents']
  feedback: {
    /** Resolves when it survives a kill. */
    send(request: FeedbackRequest, userId: string): Promise<number>
    state(userId: string): Promise<FeedbackState>
    /** The share of runs that are learnt from, from now on and after a restart. */
    setSamplingRate(rate: number, userId: string): Promise<FeedbackState>
    /** Waits until everything that is owed now is learnt and proved. */
    settle(): Promise<void>
  }
  insights(userId: string, days: number): Promise<Insights>
}
