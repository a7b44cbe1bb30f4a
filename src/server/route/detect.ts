import { detectRequest, detectResult } from '../../contract/detect.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function detectRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/v1/detect',
        tag: 'Programs',
        operation: 'detect',
        summary: 'Find the code in an answer without running it',
        body: detectRequest,
        example: { body: { text: 'Try this:\n```python\nprint(6 * 7)\n```' } },
        errors: ['NOT_READ'],
        answers: answers(detectResult, 'The blocks, in the order of the text'),
      },
      async ({ body, request }) => json(await engine.detect(body.text, request.signal)),
    ),
  ]
}
