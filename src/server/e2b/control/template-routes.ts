import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlAnswer, ControlRequest, ControlRoute } from './control-route.ts'
import { pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
import { parseBody, parseQuery } from './parse-body.ts'
import { namesOf, templateAnswer, templateWithBuilds } from './template-answer.ts'

const MOST_NAME = 400
const MOST_TAGS = 100
const name = z.string().min(1).max(MOST_NAME)
const tags = atMost(MOST_TAGS, z.array(z.string().max(MOST_NAME)).min(1))
const assignment = z.object({ target: name, tags })
const removal = z.object({ name, tags })
const update = z.object({ public: z.boolean().nullish() })
const pageQuery = z.object({ limit: pageLimit, nextToken: pageToken })

/** Templates as they are: names, tags and builds. How they are built is in `template-build-routes.ts`. */
export function templateRoutes({ templates, config }: Pick<ControlEngine, 'templates' | 'config'>): ControlRoute[] {
  const { machineDiskMb: diskMb } = config

  async function list({ query, caller }: ControlRequest): Promise<ControlAnswer> {
    const all = await templates.list(caller.userId)
    const placeOf = ({ template }: (typeof all)[number]) => ({ atMs: template.createdAtMs, id: template.id })
    const { items, headers } = pageOf(all, placeOf, { ...parseQuery(pageQuery, query), order: 'desc' })
    return { status: 200, body: items.map((item) => templateAnswer(item, diskMb)), headers }
  }

  async function change({ params: { templateID = '' }, body, caller }: ControlRequest): Promise<ControlAnswer> {
    const asked = parseBody(update, body)
    const { template } = await templates.get(templateID, caller.userId)
    const changed =
      asked.public == null ? template : await templates.setPublic(template.id, asked.public, caller.userId)
    return { status: 200, body: { names: namesOf(changed).names } }
  }

  return [
    // The first generation has no pages: it lists everything.
    {
      method: 'GET',
      path: '/templates',
      async handle({ caller }) {
        const all = await templates.list(caller.userId)
        return { status: 200, body: all.map((item) => templateAnswer(item, diskMb)) }
      },
    },
    { method: 'GET', path: '/v2/templates', handle: list },
    {
      method: 'GET',
      path: '/templates/{templateID}',
      async handle({ params: { templateID = '' }, caller }) {
        const found = await templates.get(templateID, caller.userId)
        return { status: 200, body: templateWithBuilds(found, diskMb) }
      },
    },
    { method: 'PATCH', path: '/templates/{templateID}', handle: change },
    { method: 'PATCH', path: '/v2/templates/{templateID}', handle: change },
    {
      method: 'GET',
      path: '/templates/aliases/{alias}',
      async handle({ params: { alias = '' }, caller }) {
        const { id, isPublic } = await templates.find(alias, caller.userId)
        return { status: 200, body: { templateID: id, public: isPublic } }
      },
    },
    {
      method: 'POST',
      path: '/templates/tags',
      async handle({ body, caller }) {
        const asked = parseBody(assignment, body)
        const { buildId, tags: given } = await templates.tag(asked.target, asked.tags, caller.userId)
        return { status: 201, body: { buildID: buildId, tags: given } }
      },
    },
    {
      method: 'DELETE',
      path: '/templates/tags',
      async handle({ body, caller }) {
        const asked = parseBody(removal, body)
        await templates.untag(asked.name, asked.tags, caller.userId)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      path: '/templates/{templateID}/tags',
      async handle({ params: { templateID = '' }, caller }) {
        const { template } = await templates.get(templateID, caller.userId)
        const body = template.tags.map(({ tag, buildId, createdAtMs }) => ({
          ...{ tag, buildID: buildId },
          createdAt: new Date(createdAtMs).toISOString(),
        }))
        return { status: 200, body }
      },
    },
  ]
}
