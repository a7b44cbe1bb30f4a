import { describe, expect, test } from 'vitest'
import { withTemplates } from './with-templates.fixture.ts'

describe('a template', () => {
  test('exists once for each name of a user, however many ask at once', () =>
    withTemplates(async ({ templates }) => {
      const asked = await Promise.all(
        Array.from({ length: 10 }, (_, index) => templates.request({ name: `same:v${index}`, tags: [] }, 'ada')),
      )
      expect(new Set(asked.map(({ template }) => template.id)).size).toBe(1)
      const { template } = await templates.request({ name: 'same', tags: [] }, 'ben')
      expect(template.id).not.toBe(asked[0]?.template.id)
      expect((await templates.list('ada')).map(({ builds }) => builds.length)).toEqual([10])
    }))

  test('is refused to a user who has the most allowed, but another build of an existing one is not', () =>
    withTemplates(async ({ templates }) => {
      for (let count = 0; count < 20; count++) await templates.request({ name: `t${count}`, tags: [] }, 'ada')
      await expect(templates.request({ name: 'more', tags: [] }, 'ada')).rejects.toMatchObject({
        code: 'TEMPLATES_FULL',
      })
      await templates.request({ name: 't0', tags: ['again'] }, 'ada')
      await templates.request({ name: 'more', tags: [] }, 'ben')
    }))

  test('keeps no more than the last twenty failed builds', () =>
    withTemplates(async ({ templates, records }) => {
      for (let count = 0; count < 25; count++) {
        const { build } = await templates.request({ name: 'often', tags: [] }, 'ada')
        await records.builds.change(build.id, (kept) => ({ ...kept, status: 'error' }))
      }
      await templates.request({ name: 'often', tags: [] }, 'ada')
      expect((await templates.get('often', 'ada')).builds).toHaveLength(21)
    }))

  test('is not found, changed, tagged or uploaded to by another user', () =>
    withTemplates(async ({ templates, built }) => {
      const { templateId, id: buildId } = await built('mine', [])
      const none = { code: 'TEMPLATE_NOT_FOUND' }
      const query = { templateId, buildId, userId: 'ben' }
      const plan = { steps: [], force: false }
      const hash = 'a'.repeat(64)
      const tries = [
        () => templates.find('ada/mine', 'ben'),
        () => templates.get(templateId, 'ben'),
        () => templates.build(query),
        () => templates.logs(query),
        () => templates.start(query, plan),
        () => templates.tag(`${templateId}:default`, ['x'], 'ben'),
        () => templates.untag(templateId, ['default'], 'ben'),
        () => templates.setPublic(templateId, true, 'ben'),
        () => templates.uploadLink({ templateId, hash, userId: 'ben' }),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(none)
      await templates.setPublic('mine', true, 'ada')
      expect(await templates.find('ada/mine', 'ben')).toEqual({ id: templateId, isPublic: true })
      for (const attempt of tries.slice(1)) await expect(attempt()).rejects.toMatchObject(none)
    }))
})

describe('a build', () => {
  test('has failed when its server ended, and says so', () =>
    withTemplates(async ({ templates, records }) => {
      const { template, build } = await templates.request({ name: 'cut', tags: [] }, 'ada')
      await records.builds.change(build.id, (kept) => ({ ...kept, status: 'building' }))
      const found = await templates.build({ templateId: template.id, buildId: build.id, userId: 'ada' })
      expect(found).toMatchObject({ status: 'error', reason: { message: 'the server ended while the build went on' } })
    }))

  test('does not begin again once it has begun or ended', () =>
    withTemplates(async ({ templates, built }) => {
      const { templateId, id } = await built('done', [])
      const again = templates.start({ templateId, buildId: id, userId: 'ada' }, { steps: [], force: false })
      await expect(again).rejects.toMatchObject({ code: 'BUILD_STARTED' })
    }))

  test('needs a valid name and valid tags', () =>
    withTemplates(async ({ templates }) => {
      const wrong = { code: 'INVALID_REQUEST' }
      for (const name of ['', 'base', 'a b', 'a:', ':a', 'ben/mine', 'a/b/c', '../x', `${'x'.repeat(200)}`]) {
        await expect(templates.request({ name, tags: [] }, 'ada')).rejects.toMatchObject(wrong)
      }
      await expect(templates.request({ name: 'a', tags: ['b:c'] }, 'ada')).rejects.toMatchObject(wrong)
      const { build } = await templates.request({ name: 'ada/a:one', tags: ['two', 'one'] }, 'ada')
      expect(build.tags).toEqual(['one', 'two'])
    }))
})

test('files come in by a link, whole and once, and only their owner has them', () =>
  withTemplates(async ({ templates }) => {
    const { template } = await templates.request({ name: 'files', tags: [] }, 'ada')
    const file = { templateId: template.id, hash: 'c'.repeat(64), userId: 'ada' }
    const link = async () => ({ ...file, ...(await templates.uploadLink(file)) })
    const send = async (bytes: number, lengthBytes = bytes) =>
      templates.receive({ ...(await link()), lengthBytes, body: bodyOf(bytes) })
    await expect(send(10, 11)).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' })
    await expect(send(10, 9)).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' })
    await expect(send(1001)).rejects.toMatchObject({ code: 'UPLOAD_TOO_LARGE' })
    expect((await link()).isPresent).toBe(false)
    await send(1000)
    expect((await link()).isPresent).toBe(true)
    await expect(templates.uploadLink({ ...file, hash: '../../etc' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  }))

async function* bodyOf(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 7) yield new Uint8Array(Math.min(7, bytes - sent))
}
