import { z } from 'zod'
import type { Action } from '../../action/action.ts'
import type { BrowserActionNeeds } from './browser-action.ts'

const input = z.strictObject({})
const output = z.object({ closed: z.boolean().describe('False when none was open') })

export const close = ({ browsers }: BrowserActionNeeds): Action<z.infer<typeof input>, z.infer<typeof output>> => ({
  type: 'browser.close',
  description: 'Ends the browser of the session; its cookies and storage are kept for the next one.',
  input,
  output,
  problemsOf: (_, { sessionId }) => (sessionId === undefined ? ['body: needs a session: give "session"'] : []),
  reachOf: () => 'inside',
  execute: async (_, { sessionId = '', userId }) => ({
    outcome: 'ok',
    output: { closed: await browsers.end(sessionId, userId) },
  }),
})
