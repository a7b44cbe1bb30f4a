import { z } from 'zod'
import { agentName } from '../../contract/agent.ts'
import { lessonId } from '../../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import {
  forgetRequest,
  forgotten,
  lessonExplained,
  lessonOrder,
  lessonState,
  moment,
  newLesson,
  playbook,
  playbookHistory,
} from '../../contract/playbook.ts'
import type { PlaybookCalls } from './create-playbooks.ts'

const listQuery = z.strictObject({
  agent: agentName.optional().describe('Lessons of this agent alone'),
  state: lessonState.optional(),
  seq: z.coerce.number().int().min(0).optional().describe('As it was behind this delta'),
  at: z.iso.datetime({ offset: true }).optional().describe('As it was at this time'),
})
const one = { params: z.object({ lessonId }), tag: 'Playbook', errors: ['LESSON_NOT_FOUND'] } as const
const path = '/v1/playbook'

export function playbookRoutes(calls: PlaybookCalls): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'GET', path, tag: 'Playbook', operation: 'getPlaybook' },
        summary: 'Your lessons, now or at an earlier moment',
        query: listQuery,
        answers: answers(playbook, 'The lessons, and how much of the budget the active ones take'),
      },
      ({ query: { agent, state, seq, at }, caller }) =>
        calls.list(caller.userId, {
          ...(agent !== undefined && { agent }),
          ...(state && { state }),
          ...(seq !== undefined && { seq }),
          ...(at !== undefined && { at }),
        }),
    ),
    partRoute(
      {
        ...{ method: 'POST', path, tag: 'Playbook', operation: 'addLesson' },
        summary: 'Add a lesson with a broken and a repaired program; it counts when both behave so in our own sandbox',
        body: newLesson,
        example: { body: EXAMPLE },
        errors: ['LESSON_REFUSED', 'AGENT_NOT_FOUND'],
        answers: answers(lessonExplained, 'The lesson, or the one that it was merged into'),
      },
      ({ body, caller }) => calls.add(body, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/playbook/history', tag: 'Playbook', operation: 'getPlaybookHistory' },
        summary: 'Every change of your playbook, the oldest first',
        answers: answers(playbookHistory, 'The log; folded it gives the playbook'),
      },
      async ({ caller }) => ({ deltas: await calls.history(caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/playbook/restore', tag: 'Playbook', operation: 'restorePlaybook' },
        summary: 'Set the playbook back to an earlier moment; later lessons stay, retired',
        body: moment,
        example: { body: { seq: 0 } },
        errors: ['LESSON_REFUSED'],
        answers: answers(playbook, 'The playbook as it is now'),
      },
      ({ body, caller }) => calls.restore(body, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/playbook/forget', tag: 'Playbook', operation: 'forgetLessons' },
        summary: 'Forget lessons by id, run or age, or all: nothing of them stays, in the log either',
        body: forgetRequest,
        example: { body: { all: true } },
        errors: ['LESSON_NOT_FOUND'],
        answers: answers(forgotten, 'How many lessons are gone'),
      },
      async ({ body, caller }) => ({ forgotten: await calls.forget(body, caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/playbook/{lessonId}', operation: 'explainLesson', ...one },
        summary: 'One lesson: which runs earned it, what proved it, and every change of it',
        answers: answers(lessonExplained, 'The lesson with its reasons'),
      },
      ({ params, caller }) => calls.explain(params.lessonId, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/playbook/{lessonId}', operation: 'changeLesson', ...one },
        summary: 'Retire, quarantine, restore, supersede, merge or share a lesson',
        body: lessonOrder,
        example: { body: { op: 'retire', why: 'it is out of date' } },
        errors: ['LESSON_NOT_FOUND', 'LESSON_REFUSED', 'AGENT_NOT_FOUND'],
        answers: answers(lessonExplained, 'The lesson as it is now'),
      },
      ({ params, body, caller }) => calls.order(params.lessonId, body, caller.userId),
    ),
  ]
}

const EXAMPLE = {
  title: 'Averages of nothing',
  when: 'A mean is taken of an empty list.',
  what: 'Give the mean only where the list has an element.',
  language: 'python',
  broken: 'rows = []\nprint(sum(rows) / len(rows))\n',
  fixed: 'rows = []\nprint(sum(rows) / len(rows) if rows else None)\n',
}
