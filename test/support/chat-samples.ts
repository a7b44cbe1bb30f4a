const question = { id: 'm1', role: 'user', parts: [{ type: 'text', text: '```bash\necho 1\n```' }] }

/** Requests to every route of conversations, in the order of the routes. The engine has no model: pasted code is run. */
export const chatSamples = {
  'POST /v1/chat': () => [{ path: '/v1/chat', status: 200, body: { id: 'sample', messages: [question] } }],
  'GET /v1/chat/{chatId}/stream': () => [{ path: '/v1/chat/sample/stream', status: 204 }],
  'GET /v1/chats/{chatId}/stream': () => [{ path: '/v1/chats/sample/stream', status: 204 }],
  'GET /v1/chat': () => [{ path: '/v1/chat', status: 200 }],
  'GET /v1/chats': () => [{ path: '/v1/chats?limit=3', status: 200 }],
  'GET /v1/chats/{chatId}': () => [{ path: '/v1/chats/sample', status: 200 }],
  'PUT /v1/chats/{chatId}': () => [
    { path: '/v1/chats/sample', status: 200, method: 'PUT', body: { title: 'Another' } },
  ],
  'POST /v1/chats/{chatId}/branch': () => [{ path: '/v1/chats/sample/branch', status: 200, body: { messageId: 'm1' } }],
  'POST /v1/chats/{chatId}/stop': () => [{ path: '/v1/chats/sample/stop', status: 200, method: 'POST' }],
  'DELETE /v1/chats/{chatId}': () => [{ path: '/v1/chats/sample', status: 204, method: 'DELETE' }],
  // A completion needs a model: test/chat.test.ts has one.
  'POST /openai/v1/chat/completions': () => [],
  'GET /openai/v1/models': () => [{ path: '/openai/v1/models', status: 200 }],
}
