import type { StreamEvent } from './event.ts'
import type { VolumeMount } from './session.ts'

/** A session as its events describe it; fields that the API has too have the same values there. */
export interface SessionStory {
  id: string
  userId: string
  state: 'kept' | 'removed'
  conversation: string
  createdAt: number
  usedAt: number
  executions: number
  metadata: Record<string, string>
  volumes: VolumeMount[]
  transactions: boolean
  branchedFrom: string | null
  /** The checkpoints that still exist, the oldest first. */
  checkpoints: string[]
}

/** The one fold from events to the life of a session. A stream that begins in the middle gives what is known. */
export function reduceSession(events: Iterable<StreamEvent>): SessionStory {
  const story = emptySession()
  for (const event of events) applySessionEvent(story, event)
  return story
}

export const emptySession = (): SessionStory => ({
  ...{ id: '', userId: '', state: 'kept', conversation: '', createdAt: 0, usedAt: 0, executions: 0 },
  ...{ metadata: {}, volumes: [], transactions: true, branchedFrom: null, checkpoints: [] },
})

/** Changes `story` in place. */
export function applySessionEvent(story: SessionStory, event: StreamEvent): SessionStory {
  if (event.sessionId !== null) Object.assign(story, { id: event.sessionId, userId: event.userId })
  switch (event.type) {
    case 'session.created': {
      const { conversation, metadata, volumes, transactions, branchedFrom, executions, at } = event
      Object.assign(story, { conversation, metadata, volumes, transactions, branchedFrom, executions })
      return Object.assign(story, { createdAt: at, usedAt: at })
    }
    case 'session.changed':
      return Object.assign(story, { metadata: event.metadata, usedAt: event.at })
    case 'session.advanced':
    case 'session.restored':
      return Object.assign(story, { executions: event.executions, usedAt: event.at })
    case 'session.removed':
      return Object.assign(story, { state: 'removed' })
    case 'checkpoint.created':
      story.checkpoints.push(event.checkpointId)
      return story
    case 'checkpoint.removed':
      story.checkpoints = story.checkpoints.filter((id) => id !== event.checkpointId)
      return story
    default:
      return story
  }
}
