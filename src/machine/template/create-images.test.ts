import { describe, expect, test } from 'vitest'
import { POINT, withTemplates } from './with-templates.fixture.ts'

const FROM = { ...POINT, templateId: 'base', alias: 'base', cpuCount: 2, memoryMb: 512 }

describe('a starting point of machines', () => {
  test('exists by its name and the usual tag, for everybody, when it is built in', () =>
    withTemplates(async ({ images }) => {
      for (const name of ['base', 'code-interpreter-v1', 'base:default']) {
        expect(await images.resolve(name, 'ada')).toMatchObject({ layers: [], user: 'user', cpuCount: 2 })
      }
      for (const name of ['base:v1', 'ada/base', 'Base x', '', ':', 'a/b/c', 'x'.repeat(1000)]) {
        await expect(images.resolve(name, 'ada')).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
      }
    }))

  test('is found by id, name, namespace and tag, by its owner alone', () =>
    withTemplates(async ({ images, built, layer }) => {
      const id = await layer()
      const { templateId } = await built('mine:v1', [id])
      for (const name of ['mine:v1', 'MINE:v1', 'ada/mine:v1', `${templateId}:v1`]) {
        expect(await images.resolve(name, 'ada')).toMatchObject({ layers: [id], templateId, alias: 'mine' })
        await expect(images.resolve(name, 'ben')).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
      }
      await expect(images.resolve('mine', 'ada')).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
    }))

  test('cannot be used before it is ready', () =>
    withTemplates(async ({ images, templates }) => {
      await templates.request({ name: 'later', tags: [] }, 'ada')
      await expect(images.resolve('later', 'ada')).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
    }))
})

describe('a snapshot', () => {
  test('takes as much room under one more tag of the same name as under another name', () =>
    withTemplates(async ({ images, layer, templates }) => {
      const add = async (name: string) =>
        images.addSnapshot({ userId: 'ada', machineId: 'm1', from: FROM, layer: await layer(), name })
      for (let n = 0; n < 20; n++) await add(`kept:v${n}`)
      const full = { code: 'TEMPLATES_FULL' }
      await expect(add('kept:one-more')).rejects.toMatchObject(full)
      await expect(templates.tag('kept:v1', ['one-more'], 'ada')).rejects.toMatchObject(full)
      await expect(templates.request({ name: 'kept', tags: ['one-more'] }, 'ada')).rejects.toMatchObject(full)
      expect(await add('kept:v1'), 'in the place of another').toMatchObject({ id: 'ada/kept:v1' })
    }))

  test('can be started from by its id, listed by machine and name, and removed', () =>
    withTemplates(async ({ images, layer, layers }) => {
      const one = await layer()
      const plain = await images.addSnapshot({ userId: 'ada', machineId: 'm1', from: FROM, layer: one })
      expect(plain).toMatchObject({ id: expect.stringMatching(/^tpl\d+:default$/), names: [] })
      const two = await layer()
      const named = await images.addSnapshot({
        userId: 'ada',
        machineId: 'm2',
        name: 'kept:v2',
        from: FROM,
        layer: two,
      })
      expect(named).toMatchObject({ id: 'ada/kept:v2', names: ['ada/kept:v2'] })
      const list = async (query: object) =>
        (await images.listSnapshots({ userId: 'ada', ...query })).map(({ id }) => id)
      expect(await list({})).toEqual([plain.id, named.id])
      expect(await list({ machineId: 'm2' })).toEqual([named.id])
      expect([await list({ name: 'kept' }), await list({ name: 'ada/kept:v2' })]).toEqual([[named.id], [named.id]])
      expect([await list({ name: 'kept:v1' }), await list({ name: 'other' }), await list({ userId: 'ben' })]).toEqual([
        [],
        [],
        [],
      ])
      expect((await images.resolve(plain.id, 'ada')).layers).toEqual([one])
      expect([await images.remove(plain.id, 'ben'), await images.remove(plain.id, 'ada')]).toEqual([false, true])
      expect([await images.remove(plain.id, 'ada'), await layers()]).toEqual([false, [two]])
    }))

  test('replaces the previous one of its name, and releases builds that nobody can start from', () =>
    withTemplates(async ({ images, layer, layers }) => {
      const [one, two] = [await layer(), await layer()]
      const request = { userId: 'ada', machineId: 'm', name: 'same', from: FROM }
      await images.addSnapshot({ ...request, layer: one })
      await images.addSnapshot({ ...request, layer: two })
      expect((await images.resolve('same', 'ada')).layers).toEqual([two])
      expect(await layers()).toEqual([two])
    }))

  test('whose engine was killed before it had a tag is removed an hour later, and no other', () =>
    withTemplates(async ({ images, records, layer, layers, sweepBuilds }) => {
      const [lost, kept] = [await layer(), await layer()]
      const request = { userId: 'ada', machineId: 'm', from: FROM }
      const snapshot = await images.addSnapshot({ ...request, layer: lost })
      await images.addSnapshot({ ...request, layer: kept, name: 'kept' })
      await records.templates.change(snapshot.id.replace(/:.*/, ''), (template) => ({ ...template, tags: [] }))
      await sweepBuilds(Date.now())
      expect(await layers()).toEqual([lost, kept].toSorted())
      await sweepBuilds(Date.now() + 3_600_001)
      expect(await layers()).toEqual([kept])
      expect((await records.templates.list()).map(({ name }) => name)).toEqual(['kept'])
    }))

  test('cannot take the name of another user’s', () =>
    withTemplates(async ({ images, layer }) => {
      const request = { userId: 'ada', machineId: 'm', from: FROM, layer: await layer() }
      await expect(images.addSnapshot({ ...request, name: 'ben/x' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    }))
})

describe('layers', () => {
  test('go with the last user of them, and never from under a machine', () =>
    withTemplates(async ({ images, built, layer, layers, ofMachines }) => {
      const [shared, one, two] = [await layer(), await layer(), await layer()]
      await built('one', [shared, one])
      await built('two', [shared, two])
      ofMachines.push(two)
      await images.remove('one', 'ada')
      expect(await layers()).toEqual([shared, two].toSorted())
      await images.remove('two', 'ada')
      expect(await layers()).toEqual([two])
    }))

  test('go with the template when a remembered step made them', () =>
    withTemplates(async ({ images, records, built, layer, layers }) => {
      const [kept, gone] = [await layer(), await layer()]
      await built('one', [gone])
      for (const id of [kept, gone]) {
        await records.cache.insert({ id: `step-${id}`, userId: 'ada', createdAtMs: 1, layer: id, after: POINT })
      }
      await images.remove('one', 'ada')
      expect([await layers(), (await records.cache.list()).map(({ layer: id }) => id)]).toEqual([[kept], [kept]])
    }))

  test('make room when no template consists of their steps, but stay under a machine', () =>
    withTemplates(async ({ records, built, layer, layers, giveUpSteps, ofMachines }) => {
      const [inTemplate, spare, ofMachine] = [await layer(), await layer(), await layer()]
      await built('one', [inTemplate])
      ofMachines.push(ofMachine)
      for (const id of [inTemplate, spare, ofMachine]) {
        await records.cache.insert({ id: `step-${id}`, userId: 'ada', createdAtMs: 1, layer: id, after: POINT })
      }
      await giveUpSteps('ben')
      expect(await layers()).toHaveLength(3)
      await giveUpSteps('ada')
      expect(await layers()).toEqual([inTemplate, ofMachine])
      expect((await records.cache.list()).map(({ layer: id }) => id)).toEqual([inTemplate])
    }))

  test('do not exist for built-in templates, which cannot be removed', () =>
    withTemplates(async ({ images }) => {
      expect([await images.remove('base', 'ada'), await images.remove('code-interpreter-v1', 'ada')]).toEqual([
        false,
        false,
      ])
    }))
})
