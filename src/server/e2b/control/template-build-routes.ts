import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import { EngineError } from '../../../contract/errors.ts'
import type { BuildPlan, BuildQuery, BuildRequest } from '../../../engine.ts'
import { json } from '../../http/route.ts'
import { type Row, type RowCall, row } from '../../http/row.ts'
import { chooseLines, isAtLeast, leastLevel, lineCursor } from './choose-lines.ts'
import type { ControlEngine } from './control-engine.ts'
import { wholeNumber } from './page-query.ts'
import { logAnswer, namesOf, reasonAnswer, templateAnswer } from './template-answer.ts'

const MOST_NAME = 400
const MOST_STEPS = 200
const MOST_TAGS = 100
const MOST_LOGS = 100

const name = z.string().min(1).max(MOST_NAME)
const size = { cpuCount: z.int().min(1).nullish(), memoryMB: z.int().min(128).nullish() }
const request = z.object({
  ...size,
  name: name.nullish(),
  alias: name.nullish(),
  tags: atMost(MOST_TAGS, z.array(z.string().max(MOST_NAME))).nullish(),
})
const text = z.string().max(1_000_000)
const step = z.object({
  type: z.enum(['COPY', 'RUN', 'ENV', 'WORKDIR', 'USER']),
  args: atMost(1000, z.array(text)).nullish(),
  filesHash: z.string().max(128).nullish(),
  force: z.boolean().nullish(),
})
const start = z.object({
  fromImage: z.string().max(1000).nullish(),
  fromTemplate: name.nullish(),
  force: z.boolean().nullish(),
  steps: atMost(MOST_STEPS, z.array(step)).nullish(),
  startCmd: text.nullish(),
  readyCmd: text.nullish(),
})
const limit = wholeNumber(0, MOST_LOGS).default(MOST_LOGS)
const statusQuery = z.object({ logsOffset: wholeNumber(0, 1_000_000_000).default(0), limit, level: leastLevel })
const logsQuery = z.object({ ...lineCursor, limit, level: leastLevel })

/** Requests, starts and follows builds of templates. */
export function templateBuildRoutes({ templates, config }: Pick<ControlEngine, 'templates' | 'config'>): Row[] {
  async function requested({ body: asked, caller }: RowCall<string, unknown, z.infer<typeof request>>) {
    const named = asked.name ?? asked.alias
    if (named == null) throw new EngineError('INVALID_REQUEST', { problems: ['body.name: must be given'] })
    return templates.request({ name: named, tags: asked.tags ?? [], ...sizeOf(asked) }, caller.userId)
  }

  return [
    row({ method: 'POST', path: '/v3/templates', body: request }, async (call) => {
      const { template, build } = await requested(call)
      const { id: templateID, isPublic } = template
      return json({ templateID, buildID: build.id, public: isPublic, ...namesOf(template), tags: build.tags }, 202)
    }),
    row({ method: 'POST', path: '/v2/templates', body: request }, async (call) => {
      const { template, build } = await requested(call)
      const answer = templateAnswer({ template, builds: [build] }, config.machineDiskMb)
      return json({ ...answer, buildID: build.id }, 202)
    }),
    ...['/templates', '/templates/{templateID}', '/templates/{templateID}/builds/{buildID}'].map(firstGeneration),
    row({ method: 'POST', path: '/v2/templates/{templateID}/builds/{buildID}', body: start }, async (call) => {
      await templates.start(buildOf(call), planOf(call.body))
      return json({}, 202)
    }),
    row(
      { method: 'GET', path: '/templates/{templateID}/builds/{buildID}/status', query: statusQuery },
      async (call) => {
        const { level, logsOffset, limit: most } = call.query
        // The state comes first, so that the log of an ended build is complete.
        const build = await templates.build(buildOf(call))
        const entries = (await templates.logs(buildOf(call))).filter(isAtLeast(level))
        const shown = entries.slice(logsOffset, logsOffset + most).map(logAnswer)
        return json({
          ...{ templateID: build.templateId, buildID: build.id, status: build.status },
          ...{ logs: shown.map(({ message }) => message), logEntries: shown },
          ...(build.reason && { reason: reasonAnswer(build.reason) }),
        })
      },
    ),
    row({ method: 'GET', path: '/templates/{templateID}/builds/{buildID}/logs', query: logsQuery }, async (call) => {
      const { limit: most, ...choice } = call.query
      const chosen = chooseLines(await templates.logs(buildOf(call)), choice)
      return json({ logs: chosen.slice(0, most).map(logAnswer) })
    }),
  ]
}

/** Images that a client builds with Docker and pushes to a registry, which does not exist here. */
const firstGeneration = (path: string): Row =>
  row({ method: 'POST', path }, async () => {
    throw new EngineError('UNSUPPORTED', {
      what: 'Building a template from an image that was pushed (use Template.build instead)',
    })
  })

type BuildCall = Pick<RowCall<'{templateID}{buildID}'>, 'params' | 'caller'>

function buildOf({ params: { templateID, buildID }, caller: { userId } }: BuildCall): BuildQuery {
  return { templateId: templateID, buildId: buildID, userId }
}

const sizeOf = ({ cpuCount, memoryMB }: z.infer<typeof request>): Pick<BuildRequest, 'cpuCount' | 'memoryMb'> => ({
  ...(cpuCount != null && { cpuCount }),
  ...(memoryMB != null && { memoryMb: memoryMB }),
})

function planOf({ fromImage, fromTemplate, force, steps, startCmd, readyCmd }: z.infer<typeof start>): BuildPlan {
  return {
    ...(fromImage != null && { fromImage }),
    ...(fromTemplate != null && { fromTemplate }),
    ...(startCmd != null && { startCommand: startCmd }),
    ...(readyCmd != null && { readyCommand: readyCmd }),
    force: force ?? false,
    steps: (steps ?? []).map((each) => ({
      ...{ type: each.type, args: each.args ?? [], force: each.force ?? false },
      ...(each.filesHash != null && { filesHash: each.filesHash }),
    })),
  }
}
