import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import { json, noContent } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { pageAnswer, pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
import { namesOf, templateAnswer, templateWithBuilds } from './template-answer.ts'

const MOST_NAME = 400
const MOST_TAGS = 100
const name = z.string().min(1).max(MOST_NAME)
const tags = atMost(MOST_TAGS, z.array(z.string().max(MOST_NAME)).min(1))
const assignment = z.object({ target: name, tags })
const removal = z.object({ name, tags })
const update = z.object({ public: z.boolean().nullish() })
const pageQuery = z.object({ limit: pageLimit, nextToken: pageToken })

/** Names, tags and builds of templates. Building is in `template-build-routes.ts`. */
export function templateRoutes({ templates, config }: Pick<ControlEngine, 'templates' | 'config'>): Row[] {
  const { machineDiskMb: diskMb } = config

  const changeRow = (path: '/templates/{templateID}' | '/v2/templates/{templateID}') =>
    row({ method: 'PATCH', path, body: update }, async ({ params: { templateID }, body, caller: { userId } }) => {
      const { template } = await templates.get(templateID, userId)
      const changed = body.public == null ? template : await templates.setPublic(template.id, body.public, userId)
      return json({ names: namesOf(changed).names })
    })

  return [
    // The first generation has no pages: it lists everything.
    row({ method: 'GET', path: '/templates' }, async ({ caller }) =>
      json((await templates.list(caller.userId)).map((item) => templateAnswer(item, diskMb))),
    ),
    row({ method: 'GET', path: '/v2/templates', query: pageQuery }, async ({ query, caller }) => {
      const all = await templates.list(caller.userId)
      const placeOf = ({ template }: (typeof all)[number]) => ({ atMs: template.createdAtMs, id: template.id })
      const { items, headers } = pageOf(all, placeOf, { ...query, order: 'desc' })
      return pageAnswer({ items: items.map((item) => templateAnswer(item, diskMb)), headers })
    }),
    row({ method: 'GET', path: '/templates/{templateID}' }, async ({ params, caller }) =>
      json(templateWithBuilds(await templates.get(params.templateID, caller.userId), diskMb)),
    ),
    changeRow('/templates/{templateID}'),
    changeRow('/v2/templates/{templateID}'),
    row({ method: 'GET', path: '/templates/aliases/{alias}' }, async ({ params, caller }) => {
      const { id, isPublic } = await templates.find(params.alias, caller.userId)
      return json({ templateID: id, public: isPublic })
    }),
    row({ method: 'POST', path: '/templates/tags', body: assignment }, async ({ body, caller }) => {
      const { buildId, tags: given } = await templates.tag(body.target, body.tags, caller.userId)
      return json({ buildID: buildId, tags: given }, 201)
    }),
    row({ method: 'DELETE', path: '/templates/tags', body: removal }, async ({ body, caller }) => {
      await templates.untag(body.name, body.tags, caller.userId)
      return noContent()
    }),
    row({ method: 'GET', path: '/templates/{templateID}/tags' }, async ({ params, caller }) => {
      const { template } = await templates.get(params.templateID, caller.userId)
      const told = template.tags.map(({ tag, buildId, createdAtMs }) => ({
        ...{ tag, buildID: buildId },
        createdAt: new Date(createdAtMs).toISOString(),
      }))
      return json(told)
    }),
  ]
}
