import type { TokenRow } from '../../contract/row.ts'

interface OfSession {
  params: { sessionId: string }
}
interface OfRun {
  params: { runId: string }
}

const ofSession = ({ params }: OfSession) => `session:${params.sessionId}`
const ofRun = ({ params }: OfRun) => `run:${params.runId}`

/** How rows about one session or one run are opened to tokens. */
export const readsSession = { rights: 'read', subjectOf: ofSession } as const satisfies TokenRow<'{sessionId}'>
export const linksSession = { ...readsSession, byLink: true } as const
export const usesSession = { ...readsSession, rights: 'use' } as const
export const linksRun = { rights: 'read', subjectOf: ofRun, byLink: true } as const satisfies TokenRow<'{runId}'>
export const usesRun = { rights: 'use', subjectOf: ofRun } as const satisfies TokenRow<'{runId}'>
