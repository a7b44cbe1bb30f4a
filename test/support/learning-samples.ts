import type { Call, TestEngine } from './engine.ts'

type Sample = Call & { path: string; status: number }
interface Known {
  runId: string
  lessonId: string
  keys: TestEngine['keys']
}

const lesson = {
  title: 'Averages of nothing',
  when: 'A mean is taken of an empty list.',
  what: 'Give the mean only where the list has an element.',
  language: 'python',
  broken: 'rows = []\nprint(sum(rows) / len(rows))\n',
  fixed: 'rows = []\nprint(sum(rows) / len(rows) if rows else None)\n',
}

/** A lesson of the user that the samples speak of. */
export async function makeLesson({ engine }: TestEngine): Promise<{ lessonId: string }> {
  const { lesson: made } = await engine.learning.playbook.add(lesson, 'ada')
  return { lessonId: made.id }
}

/** The requests to each route of playbooks, feedback and agents. */
export const learningSamples: Record<string, (known: Known) => Sample[]> = {
  'GET /v1/playbook': () => [
    { path: '/v1/playbook', status: 200 },
    { path: '/v1/playbook?state=active&seq=1', status: 200 },
  ],
  'POST /v1/playbook': () => [{ path: '/v1/playbook', status: 200, body: lesson }],
  'GET /v1/playbook/history': () => [{ path: '/v1/playbook/history', status: 200 }],
  'POST /v1/playbook/restore': () => [{ path: '/v1/playbook/restore', status: 200, body: { seq: 2 } }],
  'POST /v1/playbook/forget': ({ runId }) => [{ path: '/v1/playbook/forget', status: 200, body: { run: runId } }],
  'GET /v1/playbook/{lessonId}': ({ lessonId }) => [{ path: `/v1/playbook/${lessonId}`, status: 200 }],
  'POST /v1/playbook/{lessonId}': ({ lessonId }) => [
    { path: `/v1/playbook/${lessonId}`, status: 200, body: { op: 'retire' } },
    { path: `/v1/playbook/${lessonId}`, status: 200, body: { op: 'restore' } },
  ],
  'POST /v1/agents': () => [
    { path: '/v1/agents', status: 200, body: { name: 'one' } },
    { path: '/v1/agents', status: 200, body: { name: 'two', description: 'for numbers' } },
  ],
  'GET /v1/agents': () => [{ path: '/v1/agents', status: 200 }],
  'GET /v1/agents/{name}': () => [{ path: '/v1/agents/one', status: 200 }],
  'DELETE /v1/agents/{name}': () => [{ path: '/v1/agents/two', status: 204, method: 'DELETE' }],
  'POST /v1/agents/{name}/share': () => [
    { path: '/v1/agents/one/share', status: 200, body: { op: 'share', user: 'ben' } },
    { path: '/v1/agents/one/share', status: 200, body: { op: 'unshare', user: 'ben' } },
  ],
  'POST /v1/agents/route': () => [{ path: '/v1/agents/route', status: 200, body: { task: 'sort a list' } }],
  'POST /v1/feedback': ({ runId }) => [{ path: '/v1/feedback', status: 200, body: { runId, verdict: 'good' } }],
  'GET /v1/feedback': () => [{ path: '/v1/feedback', status: 200 }],
  'POST /v1/feedback/learn': () => [{ path: '/v1/feedback/learn', status: 200, method: 'POST' }],
  'PUT /v1/feedback/sampling': ({ keys }) => [
    { path: '/v1/feedback/sampling', status: 200, method: 'PUT', body: { rate: 1 }, key: keys.admin },
  ],
  'GET /v1/insights': () => [{ path: '/v1/insights', status: 200 }],
}
