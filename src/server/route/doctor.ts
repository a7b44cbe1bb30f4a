import { z } from 'zod'
import { hostQuestion, hostReport, wallCheckList, wallCheckResult } from '../../contract/api.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

/** The facilities of this host, and the checks of its sandboxes: one check per request, so that progress shows. */
export function doctorRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/doctor',
        tag: 'Server',
        operation: 'getDoctor',
        summary: 'What this host offers, and the remedy for each shortfall',
        access: 'admin',
        query: hostQuestion,
        answers: answers(hostReport, 'The report'),
      },
      async ({ query }) => json(await engine.hostReport(query)),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/doctor/checks',
        tag: 'Server',
        operation: 'listDoctorChecks',
        summary: 'The attacks and promises that can be tried on the sandboxes of this server',
        access: 'admin',
        answers: answers(wallCheckList, 'The checks'),
      },
      async () => json({ checks: engine.walls.list() }),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/doctor/checks/{checkId}',
        tag: 'Server',
        operation: 'runDoctorCheck',
        summary: 'Try one of them, now, in a sandbox of its own',
        access: 'admin',
        params: z.object({
          checkId: z
            .string()
            .max(100)
            .meta({ examples: ['output-and-exit-code-are-exact'] }),
        }),
        answers: answers(wallCheckResult, 'What came of it'),
      },
      async ({ params }) => json(await engine.walls.check(params.checkId)),
    ),
  ]
}
