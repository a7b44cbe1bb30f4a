import { z } from 'zod'
import { feedbackAccepted, feedbackRequest, feedbackState, insights, samplingRequest } from '../../contract/feedback.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import type { LearningApi } from '../learning-api.ts'

const days = z.coerce.number().int().min(1).max(3650).default(30).describe('Runs of this many days')

export function feedbackRoutes({
  feedback,
  insights: insightsOf,
}: Pick<LearningApi, 'feedback' | 'insights'>): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/feedback', tag: 'Feedback', operation: 'sendFeedback' },
        summary: 'Say whether the outcome of a run, or of several, was good; it counts for the lessons that were used',
        body: feedbackRequest,
        example: { body: { runId: 'run01jr5c2k7h3m0v9t4qd6e', verdict: 'good' } },
        errors: ['RUN_NOT_FOUND'],
        answers: answers(feedbackAccepted, 'How many were taken; they survive a crash from now on'),
      },
      async ({ body, caller }) => ({ accepted: await feedback.send(body, caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/feedback', tag: 'Feedback', operation: 'getFeedback' },
        summary: 'Your queue: how many runs wait to be learnt from',
        answers: answers(feedbackState, 'The queue, and the share of runs that are learnt from'),
      },
      ({ caller }) => feedback.state(caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/feedback/learn', tag: 'Feedback', operation: 'learnNow' },
        summary: 'Wait until everything that is owed now is learnt; it would be by itself too, a little later',
        answers: answers(feedbackState, 'The queue afterwards'),
      },
      async ({ caller }) => {
        await feedback.settle()
        return feedback.state(caller.userId)
      },
    ),
    partRoute(
      {
        ...{ method: 'PUT', path: '/v1/feedback/sampling', tag: 'Feedback', operation: 'setSamplingRate' },
        summary: 'Set the share of runs that are learnt from, for all users',
        access: 'admin',
        body: samplingRequest,
        example: { body: { rate: 1 } },
        answers: answers(feedbackState, 'The queue with the new share'),
      },
      ({ body, caller }) => feedback.setSamplingRate(body.rate, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/insights', tag: 'Feedback', operation: 'getInsights' },
        summary: 'What fails most and why, what helps, what needs attention, with the runs behind every sentence',
        query: z.strictObject({ days }),
        answers: answers(insights, 'Sentences from the statistics of your runs'),
      },
      ({ query, caller }) => insightsOf(caller.userId, query.days),
    ),
  ]
}
