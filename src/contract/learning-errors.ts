import { row } from './error-row.ts'

/** Failures of playbooks, feedback and agents. */
export const learningErrors = {
  LESSON_NOT_FOUND: row(404, false, (d: { lessonId: string }) => [
    `There is no lesson ${d.lessonId}.`,
    'List yours with GET /v1/playbook.',
  ]),
  LESSON_REFUSED: row(422, false, (d: { why: string }) => [
    `The playbook does not take this: ${d.why}.`,
    'Change the lesson, or retire others to make room.',
  ]),
  AGENT_NOT_FOUND: row(404, false, (d: { name: string }) => [
    `There is no agent ${JSON.stringify(d.name)}.`,
    'Make it with "anneal agents add NAME" or POST /v1/agents, or list yours with GET /v1/agents.',
  ]),
  AGENT_EXISTS: row(409, false, (d: { name: string }) => [
    `There is an agent ${JSON.stringify(d.name)} already.`,
    'Choose another name.',
  ]),
  TOO_MANY_AGENTS: row(422, false, (d: { most: number }) => [
    `You have ${d.most} agents, which is the most.`,
    'Remove one with DELETE /v1/agents/{name}.',
  ]),
}
