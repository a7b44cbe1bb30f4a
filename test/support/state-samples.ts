import type { Call } from './engine.ts'
import type { MadeStates } from './made-states.ts'

type Sample = Call & { path: string; status: number }
type Samples = Record<string, (states: MadeStates) => Sample[]>

const get = (path: string): Sample => ({ path, status: 200 })
const post = (path: string, body?: unknown): Sample => ({
  ...{ path, status: 200, method: 'POST' },
  ...(body !== undefined && { body }),
})
const session = ({ sessionId }: MadeStates, rest = '') => `/v1/sessions/${sessionId}${rest}`
const checkpoint = ({ checkpointIds: [first] }: MadeStates, rest = '') => `/v1/checkpoints/${first}${rest}`

const sessionSamples: Samples = {
  'POST /v1/sessions': () => [post('/v1/sessions', { conversation: 'chat', env: { A: '1' }, checkpointEvery: 0 })],
  'GET /v1/sessions': () => [get('/v1/sessions'), get('/v1/sessions?conversation=chat&limit=1')],
  'GET /v1/sessions/{sessionId}': (states) => [get(session(states))],
  'PUT /v1/sessions/{sessionId}': (states) => [
    { path: session(states), status: 200, method: 'PUT', body: { metadata: { ticket: '8' } } },
  ],
  'DELETE /v1/sessions/{sessionId}': ({ spareSessionId }) => [
    { path: `/v1/sessions/${spareSessionId}`, status: 200, method: 'DELETE' },
  ],
  'GET /v1/sessions/{sessionId}/history': (states) => [get(session(states, '/history?after=0&limit=5'))],
  'POST /v1/sessions/{sessionId}/checkpoints': (states) => [post(session(states, '/checkpoints'), { label: 'third' })],
  'POST /v1/sessions/{sessionId}/restore': (states) => [post(session(states, '/restore'))],
}

const contentSamples: Samples = {
  'GET /v1/sessions/{sessionId}/variables': (states) => [
    get(session(states, '/variables')),
    get(session(states, '/variables?language=py')),
  ],
  'GET /v1/sessions/{sessionId}/variables/{name}': (states) => [get(session(states, '/variables/x?language=python'))],
  'PUT /v1/sessions/{sessionId}/variables/{name}': (states) => [
    {
      ...{ path: session(states, '/variables/y'), status: 200, method: 'PUT' },
      body: { language: 'python', value: { a: null } },
    },
  ],
  'GET /v1/sessions/{sessionId}/attributes': (states) => [get(session(states, '/attributes?language=python&of=x'))],
  'GET /v1/sessions/{sessionId}/files': (states) => [get(session(states, '/files?depth=3'))],
  'GET /v1/sessions/{sessionId}/file': (states) => [get(session(states, '/file?path=a.txt'))],
  'PUT /v1/sessions/{sessionId}/file': (states) => [
    {
      ...{ path: session(states, '/file?path=new/b.bin'), status: 200, method: 'PUT' },
      ...{ body: 'bytes', headers: { 'content-type': 'application/octet-stream' } },
    },
  ],
  'DELETE /v1/sessions/{sessionId}/file': (states) => [
    { path: session(states, '/file?path=new'), status: 200, method: 'DELETE' },
  ],
  // A terminal lasts as long as its reader: test/session-terminal.test.ts uses some.
  'POST /v1/sessions/{sessionId}/terminal': () => [],
  'POST /v1/sessions/{sessionId}/terminal/input': () => [],
}

const checkpointSamples: Samples = {
  'GET /v1/checkpoints': ({ sessionId }) => [
    get('/v1/checkpoints'),
    get(`/v1/checkpoints?session=${sessionId}&conversation=${sessionId}&limit=1`),
  ],
  'GET /v1/checkpoints/stats': () => [get('/v1/checkpoints/stats')],
  'POST /v1/checkpoints': ({ archive }) => [
    { ...post('/v1/checkpoints', archive), headers: { 'content-type': 'application/octet-stream' } },
  ],
  'GET /v1/checkpoints/{checkpointId}': (states) => [get(checkpoint(states))],
  'GET /v1/checkpoints/{checkpointId}/diff/{other}': (states) => [
    get(checkpoint(states, `/diff/${states.checkpointIds[1]}`)),
  ],
  'POST /v1/checkpoints/{checkpointId}/restore': (states) => [post(checkpoint(states, '/restore'))],
  'POST /v1/checkpoints/{checkpointId}/branch': (states) => [post(checkpoint(states, '/branch'), {})],
  'GET /v1/checkpoints/{checkpointId}/archive': (states) => [get(checkpoint(states, '/archive'))],
  'DELETE /v1/checkpoints/{checkpointId}': ({ checkpointIds: [, , spare] }) => [
    { path: `/v1/checkpoints/${spare}`, status: 200, method: 'DELETE' },
  ],
}

/** Requests to the routes of sessions and checkpoints, in the order of the routes. */
export const stateSamples: Samples = { ...sessionSamples, ...contentSamples, ...checkpointSamples }
