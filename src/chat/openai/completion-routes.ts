import { type Completion, completion, completionModels, completionRequest } from '../../contract/completion.ts'
import type { EngineError } from '../../contract/errors.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import { type CompletionNeeds, complete, modelOf } from './complete.ts'
import { completionStream } from './completion-stream.ts'

/** The door for clients of OpenAI's API: the same answers, run before they are given. */
export function completionRoutes(needs: CompletionNeeds & { onBug(error: unknown): EngineError }): PartRoute[] {
  const { clock, newId, model, onBug } = needs
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/openai/v1/chat/completions', tag: 'Chat', operation: 'createCompletion' },
        keepsAnswer: false,
        summary: 'Complete a conversation as OpenAI does; the code in the answer is run first',
        body: completionRequest,
        example: { body: { model: 'anneal', messages: [{ role: 'user', content: 'Add 1 to 10, with Python.' }] } },
        errors: ['CHAT_NEEDS_MODEL', 'CHAT_MODEL_UNKNOWN', 'CHAT_ANSWER_CUT', 'SESSION_NOT_FOUND'],
        answers: [
          {
            ...{ status: 200, description: 'The whole answer, or its chunks with `stream`' },
            content: { 'application/json': completion, 'text/event-stream': null },
          },
        ],
      },
      async ({ body, caller: { userId }, request }) => {
        const completing = { userId, signal: request.signal, origin: new URL(request.url).origin }
        if (body.stream) {
          const of = { id: `chatcmpl-${newId('msg')}`, created: Math.floor(clock() / 1000) }
          const withUsage = body.stream_options?.include_usage === true
          return completionStream((onText) => complete(needs, body, { ...completing, onText }), {
            ...{ ...of, model: modelOf(needs, body.model), withUsage, onBug },
          })
        }
        const {
          content,
          annotations,
          id,
          created,
          model: answering,
          usage,
          anneal,
          finish,
        } = await complete(needs, body, completing)
        const message = { role: 'assistant' as const, content, refusal: null, annotations }
        const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }]
        const whole: Completion = { id, object: 'chat.completion', created, model: answering, choices, usage, anneal }
        return whole
      },
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/openai/v1/models', tag: 'Chat', operation: 'listCompletionModels' },
        summary: 'The models that answer, as OpenAI lists them',
        answers: answers(completionModels, 'The configured one; none where there is none'),
      },
      async () => {
        const row = (id: string) => ({ id, object: 'model' as const, created: 0, owned_by: 'anneal' })
        return { object: 'list', data: model ? [row(model.id), row('anneal')] : [] }
      },
    ),
  ]
}
