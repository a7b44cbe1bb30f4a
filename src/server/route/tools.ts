import { functionTools, toolList } from '../../contract/tool-description.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function toolRoutes(): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/tools',
        tag: 'Agents',
        operation: 'listTools',
        summary: 'Anneal as a function for models; what they call it with is a body of POST /v1/runs',
        answers: answers(toolList, 'Functions as OpenAI describes them'),
      },
      async () => json(functionTools()),
    ),
  ]
}
