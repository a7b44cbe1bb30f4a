import { describe, expect, test } from 'vitest'
import { type TemplateTools, withTemplates } from '../../../machine/template/with-templates.fixture.ts'
import { CONFIG, callRow } from './control-call.fixture.ts'
import { templateBuildRoutes } from './template-build-routes.ts'
import { templateRoutes } from './template-routes.ts'

type Call = (method: string, path: string, body?: unknown) => ReturnType<typeof callRow>

/** The rows over real templates, called by ada. */
const withRows = (use: (call: Call, tools: TemplateTools) => Promise<void>) =>
  withTemplates(async (tools) => {
    const parts = { templates: tools.templates, config: CONFIG }
    const routes = [...templateRoutes(parts), ...templateBuildRoutes(parts)]
    await use((method, path, body) => callRow(routes, { method, path, body }), tools)
  })

describe('templates over E2B’s API', () => {
  test('are listed in both generations, with their names, builds and how often they were used', () =>
    withRows(async (call, { built, images }) => {
      const { templateId, id } = await built('first:v1', [])
      await built('second', [])
      await images.countUse(templateId)
      const all = await call('GET', '/templates')
      const about = { templateID: templateId, aliases: ['first'], names: ['ada/first'], public: false }
      const used = { spawnCount: 1, lastSpawnedAt: expect.stringMatching(/Z$/) }
      expect(all.body).toMatchObject([
        { spawnCount: 0 },
        { ...about, ...used, buildID: id, buildStatus: 'ready', buildCount: 1 },
      ])
      const page = await call('GET', '/v2/templates?limit=1')
      expect([page.body, page.headers]).toMatchObject([
        [{ aliases: ['second'] }],
        { 'x-next-token': expect.any(String) },
      ])
      const one = await call('GET', `/templates/${templateId}`)
      expect(one.body).toMatchObject({ ...about, builds: [{ buildID: id, status: 'ready' }] })
    }))

  test('accept the requests of both generations, and no others', () =>
    withRows(async (call) => {
      const newest = await call('POST', '/v3/templates', { name: 'x:v1', tags: ['v2'], cpuCount: 1, memoryMB: 1024 })
      expect(newest).toMatchObject({ status: 202, body: { names: ['ada/x'], tags: ['v1', 'v2'], public: false } })
      const older = await call('POST', '/v2/templates', { alias: 'x' })
      expect(older).toMatchObject({ status: 202, body: { aliases: ['x'], buildID: expect.any(String) } })
      expect((await call('POST', '/templates', { dockerfile: 'FROM x' })).status).toBe(501)
      for (const body of [undefined, {}, { name: 1 }, { name: '' }, { name: 'a b' }, { name: 'x', memoryMB: 1 }]) {
        expect((await call('POST', '/v3/templates', body)).status).toBe(400)
      }
    }))

  test('are not started with an invalid recipe', () =>
    withRows(async (call) => {
      const { body } = await call('POST', '/v3/templates', { name: 'x' })
      const { templateID, buildID } = body as { templateID: string; buildID: string }
      const path = `/v2/templates/${templateID}/builds/${buildID}`
      const wrong = [{ steps: [{ type: 'BOIL' }] }, { steps: 'RUN' }, { steps: [{ type: 'RUN', args: [1] }] }, []]
      for (const plan of wrong) expect((await call('POST', path, plan)).status).toBe(400)
      expect((await call('POST', `/v2/templates/${templateID}/builds/none`, {})).status).toBe(404)
      expect((await call('GET', `/templates/${templateID}/builds/${buildID}/status`)).body).toMatchObject({
        ...{ status: 'waiting', logs: [], logEntries: [] },
      })
    }))
})

test('the log of a build is read from any place, a hundred entries at once, by level and in both directions', () =>
  withRows(async (call, { built, records }) => {
    const { templateId, id } = await built('logged', [])
    const entries = Array.from({ length: 250 }, (_, at) => ({
      ...{ atMs: at, message: `line ${at}`, step: '1' },
      level: at % 50 === 0 ? ('warn' as const) : ('info' as const),
    }))
    await records.logs.insert({ id, userId: 'ada', createdAtMs: 1, entries })
    const path = `/templates/${templateId}/builds/${id}`
    const told = async (query: string) => (await call('GET', `${path}/status?${query}`)).body as { logs: string[] }
    expect((await told('')).logs).toHaveLength(100)
    expect((await told('logsOffset=200')).logs).toHaveLength(50)
    expect((await told('logsOffset=249&limit=5')).logs).toEqual(['line 249'])
    expect((await told('logsOffset=250')).logs).toEqual([])
    expect((await told('level=warn')).logs).toEqual([0, 50, 100, 150, 200].map((at) => `line ${at}`))
    expect((await call('GET', `${path}/status?limit=101`)).status).toBe(400)
    const back = (await call('GET', `${path}/logs?direction=backward&cursor=10&limit=2`)).body
    expect(back).toMatchObject({ logs: [{ message: 'line 10' }, { message: 'line 9', level: 'info', step: '1' }] })
  }))
