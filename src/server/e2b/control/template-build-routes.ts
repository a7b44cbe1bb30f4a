import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import { EngineError } from '../../../contract/errors.ts'
import type { BuildPlan, BuildQuery, BuildRequest } from '../../../engine.ts'
import { chooseLines, isAtLeast, leastLevel, lineCursor } from './choose-lines.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlAnswer, ControlRequest, ControlRoute } from './control-route.ts'
import { wholeNumber } from './page-query.ts'
import { parseBody, parseQuery } from './parse-body.ts'
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

/** Builds of templates: requested, started, followed. */
export function templateBuildRoutes({
  templates,
  config,
}: Pick<ControlEngine, 'templates' | 'config'>): ControlRoute[] {
  async function requested({ body, caller }: ControlRequest) {
    const asked = parseBody(request, body)
    const named = asked.name ?? asked.alias
    if (named == null) throw new EngineError('INVALID_REQUEST', { problems: ['body.name: must be given'] })
    return templates.request({ name: named, tags: asked.tags ?? [], ...sizeOf(asked) }, caller.userId)
  }

  return [
    {
      method: 'POST',
      path: '/v3/templates',
      async handle(call) {
        const { template, build } = await requested(call)
        const { id: templateID, isPublic } = template
        const body = { templateID, buildID: build.id, public: isPublic, ...namesOf(template), tags: build.tags }
        return { status: 202, body }
      },
    },
    {
      method: 'POST',
      path: '/v2/templates',
      async handle(call) {
        const { template, build } = await requested(call)
        const answer = templateAnswer({ template, builds: [build] }, config.machineDiskMb)
        return { status: 202, body: { ...answer, buildID: build.id } }
      },
    },
    ...['/templates', '/templates/{templateID}', '/templates/{templateID}/builds/{buildID}'].map(firstGeneration),
    {
      method: 'POST',
      path: '/v2/templates/{templateID}/builds/{buildID}',
      async handle(call) {
        await templates.start(queryOf(call), planOf(parseBody(start, call.body)))
        return { status: 202, body: {} }
      },
    },
    {
      method: 'GET',
      path: '/templates/{templateID}/builds/{buildID}/status',
      async handle(call): Promise<ControlAnswer> {
        const asked = parseQuery(statusQuery, call.query)
        // The state first: what was told before an end is in the log when the end is.
        const build = await templates.build(queryOf(call))
        const entries = (await templates.logs(queryOf(call))).filter(isAtLeast(asked.level))
        const shown = entries.slice(asked.logsOffset, asked.logsOffset + asked.limit).map(logAnswer)
        const body = {
          ...{ templateID: build.templateId, buildID: build.id, status: build.status },
          ...{ logs: shown.map(({ message }) => message), logEntries: shown },
          ...(build.reason && { reason: reasonAnswer(build.reason) }),
        }
        return { status: 200, body }
      },
    },
    {
      method: 'GET',
      path: '/templates/{templateID}/builds/{buildID}/logs',
      async handle(call) {
        const { limit: most, ...choice } = parseQuery(logsQuery, call.query)
        const chosen = chooseLines(await templates.logs(queryOf(call)), choice)
        return { status: 200, body: { logs: chosen.slice(0, most).map(logAnswer) } }
      },
    },
  ]
}

/** Images that a client builds with Docker and pushes to a registry: there is none here. */
const firstGeneration = (path: string): ControlRoute => ({
  method: 'POST',
  path,
  handle: async () => {
    throw new EngineError('UNSUPPORTED', {
      what: 'Building a template from an image that was pushed (use Template.build instead)',
    })
  },
})

function queryOf({ params: { templateID = '', buildID = '' }, caller }: ControlRequest): BuildQuery {
  return { templateId: templateID, buildId: buildID, userId: caller.userId }
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
