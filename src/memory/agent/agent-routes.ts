import { z } from 'zod'
import { agent, agentList, agentName, agentOrder, agentRoute, newAgent, routeRequest } from '../../contract/agent.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import type { Agents } from './agents.ts'

const one = { params: z.object({ name: agentName }), tag: 'Agents', errors: ['AGENT_NOT_FOUND'] } as const

export function agentRoutes(agents: Agents): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/agents', tag: 'Agents', operation: 'createAgent' },
        summary: 'Make a named agent with a memory and a record of its own; runs name it in `agent`',
        body: newAgent,
        example: { body: { name: 'ada' } },
        errors: ['AGENT_EXISTS', 'TOO_MANY_AGENTS'],
        answers: answers(agent, 'The agent'),
      },
      ({ body, caller }) => agents.create(body, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/agents', tag: 'Agents', operation: 'listAgents' },
        summary: 'Your agents, the oldest first',
        answers: answers(agentList, 'All of them'),
      },
      async ({ caller }) => ({ agents: await agents.list(caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/agents/{name}', operation: 'getAgent', ...one },
        summary: 'One agent: its record and its level by language and kind of task',
        answers: answers(agent, 'The agent as it is now'),
      },
      ({ params, caller }) => agents.get(params.name, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/agents/{name}/share', operation: 'shareAgent', ...one },
        summary: 'Let another user search the programs that runs of this agent taught, or end that',
        body: agentOrder,
        example: { body: { op: 'share', user: 'ben' } },
        answers: answers(agent, 'The agent as it is now'),
      },
      ({ params, body, caller }) => agents.share(params.name, body, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'DELETE', path: '/v1/agents/{name}', operation: 'removeAgent', ...one },
        summary: 'Remove an agent with its record and its lessons; its runs stay',
        answers: [{ status: 204, description: 'It is gone' }],
      },
      ({ params, caller }) => agents.remove(params.name, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/agents/route', tag: 'Agents', operation: 'routeTask' },
        summary: 'Tell which of your agents is the best for a task, and why',
        body: routeRequest,
        example: { body: { task: 'Plot the average of a column of data.csv in Python' } },
        answers: answers(agentRoute, 'The agent, the domain and the reasons'),
      },
      ({ body, caller }) => agents.route(body, caller.userId),
    ),
  ]
}
