/** Requests of tasks and of the context graph, for tests that go through every route. */
export const taskSamples = {
  'GET /v1/graph': ({ runId }: { runId: string }) => [
    { path: `/v1/graph?subject=run:${runId}&walk=failure`, status: 200 },
    ...['mermaid', 'dot', 'graphml'].map((format) => ({ path: `/v1/graph?format=${format}`, status: 200 })),
  ],
  'POST /v1/graph/replay': ({ fileRunId }: { fileRunId: string }) => [
    { path: '/v1/graph/replay', status: 200, body: { subject: `run:${fileRunId}` } },
  ],
  'POST /v1/tasks': () => [
    { path: '/v1/tasks', status: 200, body: { task: '$ echo 1' } },
    { path: '/v1/tasks', status: 200, body: { task: 'Why is the sky blue?' } },
  ],
  'POST /v1/tasks/detect': () => [{ path: '/v1/tasks/detect', status: 200, body: { task: 'ls -l' } }],
  'POST /v1/tasks/reflect': () => [
    {
      path: '/v1/tasks/reflect',
      status: 200,
      body: { action: { type: 'shell.run', input: { command: 'echo 1 > a/b && cat a/b' } }, expect: { stdout: '1' } },
    },
  ],
  'GET /v1/tasks': () => [{ path: '/v1/tasks?limit=3', status: 200 }],
  'GET /v1/tasks/{taskId}': ({ taskId }: { taskId: string }) => [{ path: `/v1/tasks/${taskId}`, status: 200 }],
  'GET /v1/tasks/{taskId}/log': ({ taskId }: { taskId: string }) => [{ path: `/v1/tasks/${taskId}/log`, status: 200 }],
}
