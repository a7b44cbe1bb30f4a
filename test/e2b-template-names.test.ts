import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Template, waitForFile } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tarOf } from '../src/session/archive/archive.fixture.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { withSmallRoot } from './support/small-root.ts'
import { templateTools } from './support/template-tools.ts'

let server: E2bServer
const { build, run, call } = templateTools(() => server)

beforeAll(async () => {
  server = await startE2bServer()
})
afterAll(() => server?.close())

describe('names and tags', () => {
  test('tell whether there is a template', async () => {
    expect(await Template.exists('base', server.options)).toBe(true)
    expect(await Template.exists('code-interpreter-v1', server.options)).toBe(true)
    expect(await Template.exists(`nonexistent-${randomUUID()}`, server.options)).toBe(false)
  })

  test('are given, listed and removed, and choose the build that a machine starts from', async () => {
    const name = `tagged-${randomUUID().slice(0, 8)}`
    const one = await build(Template().fromBaseImage().runCmd('echo one > which'), `${name}:v1`)
    const given = await Template.assignTags(`${name}:v1`, ['production', 'latest'], server.options)
    expect(given).toEqual({ buildId: one.info.buildId, tags: ['production', 'latest'] })
    await build(Template().fromBaseImage().runCmd('echo two > which'), name, { tags: ['v2', 'latest'] })
    const tags = await Template.getTags(one.info.templateId, server.options)
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['latest', 'production', 'v1', 'v2'])
    expect(await run(`${name}:latest`, 'cat which')).toBe('two\n')
    expect(await run(`ada/${name}:production`, 'cat which')).toBe('one\n')
    await Template.removeTags(name, ['latest', 'v1'], server.options)
    await expect(run(`${name}:latest`, 'true')).rejects.toThrow(/not found/)
    expect(await run(`${name}:production`, 'cat which')).toBe('one\n')
  })

  test('are refused when they are invalid', async () => {
    const { name } = await build(Template().fromBaseImage(), `t:v1-${randomUUID()}`)
    await expect(Template.assignTags(name, ':invalid-tag', server.options)).rejects.toThrow(/tags/)
    await expect(Template.assignTags(name, 't:', server.options)).rejects.toThrow(/tags/)
    await expect(Template.assignTags('nowhere:v1', 'x', server.options)).rejects.toThrow(/not found/)
    await expect(build(Template().fromBaseImage(), 'base')).rejects.toThrow(/built-in/)
  })

  test('of one user mean nothing to another, until the template is public', async () => {
    const { name, info } = await build(Template().fromBaseImage().runCmd('echo mine > file'))
    const other = { apiKey: server.otherKey }
    expect(await Template.exists(`ada/${name}`, { ...server.options, ...other })).toBe(false)
    await expect(run(info.templateId, 'cat file', other)).rejects.toThrow(/not found/)
    await call('PATCH', `/v2/templates/${info.templateId}`, { public: true })
    expect(await run(`ada/${name}`, 'cat file', other)).toBe('mine\n')
    const removal = { method: 'DELETE', headers: { 'x-api-key': server.otherKey } }
    expect((await fetch(`${server.url}/templates/${info.templateId}`, removal)).status).toBe(404)
  })
})

test('a template is removed with its layers, but not with those of another', async () => {
  const step = 'head -c 1000 /dev/urandom > shared'
  const one = await build(Template().fromBaseImage().runCmd(step).runCmd('echo one > own'))
  const two = await build(Template().fromBaseImage().runCmd(step).runCmd('echo two > own'))
  const before = (await server.engine.images.layersInUse()).length
  await call('DELETE', `/templates/${one.info.templateId}`)
  expect((await server.engine.images.layersInUse()).length).toBeLessThan(before)
  await expect(run(one.name, 'true')).rejects.toThrow(/not found/)
  expect(await run(two.name, 'cat own; wc -c < shared')).toBe('two\n1000\n')
})

test('a template whose layers are not on this host says so, and can be built again', async () => {
  const recipe = Template().fromBaseImage().runCmd('echo here > file')
  const { name } = await build(recipe)
  const { layers } = await server.engine.images.resolve(name, 'ada')
  await rm(join(server.home, 'layers', layers[0] ?? 'none'), { recursive: true })
  await expect(run(name, 'cat file')).rejects.toThrow(/is not on this machine/)
  const again = await build(recipe, name)
  expect(again.logs.some((line) => line.startsWith('CACHED'))).toBe(false)
  expect(await run(name, 'cat file')).toBe('here\n')
})

test('files are uploaded by a link that is valid for one body, to one template', async () => {
  const { templateID } = await call('POST', '/v3/templates', { name: `t-${randomUUID()}` })
  const hash = 'a'.repeat(64)
  const path = `/templates/${templateID}/files/${hash}`
  const { present, url } = (await call('GET', path)) as { present: boolean; url: string }
  expect(present).toBe(false)
  const put = (target: string, body = 'bytes') => fetch(target, { method: 'PUT', body }).then(({ status }) => status)
  expect(await put(url.replace(hash, 'b'.repeat(64)))).toBe(403)
  expect(await put(url.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`))).toBe(403)
  expect(await put(url)).toBe(200)
  expect(await put(url)).toBe(403)
  expect((await call('GET', path)).present).toBe(true)
  const byAnother = await fetch(server.url + path, { headers: { 'x-api-key': server.otherKey } })
  expect(byAnother.status).toBe(404)
})

test('files that are no archive, or lead elsewhere, fail their step and nothing else', async () => {
  const outcomeOf = async (archive: Uint8Array) => {
    const { templateID, buildID } = await call('POST', '/v3/templates', { name: `t-${randomUUID()}` })
    const hash = randomBytes(32).toString('hex')
    const { url } = (await call('GET', `/templates/${templateID}/files/${hash}`)) as { url: string }
    await fetch(url, { method: 'PUT', body: Buffer.from(archive) })
    const path = `/templates/${templateID}/builds/${buildID}`
    const steps = [{ type: 'COPY', args: ['a', 'b', '', ''], filesHash: hash }]
    await call('POST', `/v2${path}`, { fromImage: 'e2bdev/base', steps })
    const ended = async () => (await call('GET', `${path}/status`)).reason as { step: string; message: string }
    await expect.poll(ended, { timeout: 20_000 }).toMatchObject({ step: '1' })
    return (await ended()).message
  }
  expect(await outcomeOf(Buffer.from('no archive'))).toMatch(/^failed to copy 'a': /)
  expect(await outcomeOf(await tarOf({ name: '../a', content: 'x' }))).toMatch(/nothing of the source/)
  const second = { name: 'a', type: 'link', linkname: '../../etc/passwd' } as const
  expect(await outcomeOf(await tarOf(second))).toMatch(/second name of what is not copied/)
})

test('a root file system that the operator names replaces its image, for every step and for machines', () =>
  withSmallRoot(async (root) => {
    const own = await startE2bServer({ env: { ANNEAL_IMAGES: `small:1=${root}` } })
    const tools = templateTools(() => own)
    try {
      await writeFile(join(own.home, 'page'), 'copied\n')
      const recipe = Template({ fileContextPath: own.home })
        .fromImage('small:1')
        .runCmd('id -u > who; cat /etc/whose')
        .runCmd('id -u > /etc/root-who', { user: 'root' })
        .copy('page', '/srv/site/', { mode: 0o640 })
        .setWorkdir('/srv/site')
        .setStartCmd('cat page > /tmp/started', waitForFile('/tmp/started'))
      const { name, logs } = await tools.build(recipe)
      expect(logs.filter((line) => line.endsWith(': not the host'))).toHaveLength(1)
      const look = `cat /etc/whose ~/who /etc/root-who page /tmp/started; pwd; stat -c '%U %a' page; sudo id -u;
        cat /etc/hosts; test -e /usr/bin/perl || echo bare`
      const shown = ['not the host', '1000', '0', 'copied', 'copied', '/srv/site', 'user 640', '0']
      const hosts = ['127.0.0.1 localhost sandbox', '::1 localhost']
      expect((await tools.run(name, look)).trim().split('\n')).toEqual([...shown, ...hosts, 'bare'])
    } finally {
      await own.close()
    }
  }))
