import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ReadyCmd,
  Sandbox,
  Secret,
  Template,
  TemplateBase,
  type TemplateClass,
  Volume,
  waitForFile,
  waitForPort,
  waitForProcess,
  waitForTimeout,
  waitForURL,
} from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCalls } from './call-record.ts'
import { type E2bDomain, startE2bDomain } from './e2b-domain.ts'
import { type E2bSurroundings, type E2bWay, e2bSurroundings } from './e2b-surroundings.ts'

/** Calls every public method of E2B's templates, volumes and secrets. Other tests check their further promises. */
export function everyMethodOfTemplates(...ways: E2bWay[]): void {
  const record = recordCalls()
  let server: E2bDomain
  let context: string

  beforeAll(async () => {
    server = await startE2bDomain({ ANNEAL_IMAGES: 'python=host,debian:bookworm=host' })
    context = await mkdtemp(join(tmpdir(), 'anneal-context-'))
    await writeFile(join(context, 'one.txt'), 'one')
    await writeFile(join(context, 'two.txt'), 'two')
  })
  afterAll(async () => {
    await server.close()
    await rm(context, { recursive: true, force: true })
  })

  describe.each(ways)('the official SDK over %s', (way) => {
    let surroundings: E2bSurroundings

    beforeAll(() => {
      surroundings = e2bSurroundings(way, server)
      record.add(TemplateBase, Volume, Secret, ReadyCmd, Secret.list().constructor as never)
      record.called.clear()
    })
    afterAll(() => surroundings.leave())

    const said = async (template: string, command: string) => {
      const sandbox = await Sandbox.create(template)
      const { stdout } = await sandbox.commands.run(command)
      await sandbox.kill()
      return stdout.trim().split('\n')
    }

    it('a template is built of every kind of step, and machines start from it', async () => {
      const template = Template({ fileContextPath: context })
        .fromDockerfile('FROM debian:bookworm\nENV FROM_FILE=yes')
        .runCmd(INSTALLERS, { user: 'root' })
        .setUser('user')
        .setWorkdir('/home/user')
        .setEnvs({ PATH: '/opt/stubs:$PATH', GREETING: 'hello' })
        .copy('one.txt', 'first.txt')
        .copyItems([{ src: 'two.txt', dest: 'second.txt' }])
        .makeDir('made')
        .makeSymlink('first.txt', 'link')
        .rename('second.txt', 'made/moved.txt')
        .remove('said', { force: true })
        .pipInstall('a-wheel')
        .npmInstall('a-module', { dev: true })
        .bunInstall('a-bun')
        .aptInstall(['a-package'])
        .runCmd('git init -q repo && git -C repo -c user.name=a -c user.email=a@b commit -q --allow-empty -m First')
        .gitClone('file:///home/user/repo', 'cloned')
        .setStartCmd('touch /tmp/started; exec sleep 1000', waitForFile('/tmp/started'))
      const { templateId } = await Template.build(template, 'every-step')
      expect(await said('every-step', 'cat link made/moved.txt; echo " $GREETING $FROM_FILE"; cat /opt/told')).toEqual([
        'onetwo hello yes',
        'pip install a-wheel',
        'npm install --save-dev a-module',
        'bun install a-bun',
        'apt-get update',
        'apt-get install -y a-package',
      ])
      expect(await said(templateId, 'git -C cloned log --format=%s; ls /tmp/started')).toEqual([
        'First',
        '/tmp/started',
      ])
    })

    it('a recipe is printed in the forms of E2B, and a step is repeated on request', async () => {
      const recipe = () => Template().fromTemplate('base').skipCache().runCmd('date +%s%N > when').setReadyCmd('true')
      expect(JSON.parse(await Template.toJSON(recipe()))).toMatchObject({ fromTemplate: 'base', readyCmd: 'true' })
      expect(Template.toDockerfile(Template().fromBaseImage().runCmd('ls'))).toBe('FROM e2bdev/base\nRUN ls\n')
      await Template.build(recipe(), 'when-one')
      await Template.build(recipe(), 'when-two')
      expect(await said('when-one', 'cat when')).not.toEqual(await said('when-two', 'cat when'))
    })

    it('a template of E2B that is not here can be built under its name, and then extended like theirs', async () => {
      const stubs = Template().fromBaseImage().runCmd(INSTALLERS, { user: 'root' })
      await Template.build(stubs.setEnvs({ PATH: '/opt/stubs:$PATH' }), 'mcp-gateway')
      await Template.build(stubs, 'devcontainer')
      await Template.build(Template().fromTemplate('mcp-gateway').addMcpServer('exa'), 'with-mcp')
      expect(await said('with-mcp', 'cat /opt/told')).toEqual(['mcp-gateway pull exa'])
      const dev = Template().fromTemplate('devcontainer').betaDevContainerPrebuild('/work')
      await Template.build(dev.betaSetDevContainerStart('/work'), 'with-dev')
      expect(await said('with-dev', 'cat /opt/told; ls /devcontainer.up')).toEqual([
        'devcontainer build --workspace-folder /work',
        'devcontainer up --workspace-folder /work',
        '/devcontainer.up',
      ])
      const sandbox = await Sandbox.create({ mcp: { exa: { apiKey: 'a-key' } } })
      expect((await sandbox.commands.run('cat /opt/told')).stdout).toBe(
        'mcp-gateway --config {"exa":{"apiKey":"a-key"}}\n',
      )
      expect(await sandbox.getMcpToken()).toMatch(/^[0-9a-f-]{36}$/)
      await sandbox.kill()
    })

    it('an image that the operator did not name is refused by its name, whatever its registry', async () => {
      const key = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'eu-central-1' }
      const refused: [string, TemplateClass][] = [
        ['debian:stable', Template().fromDebianImage()],
        ['ubuntu:latest', Template().fromUbuntuImage()],
        ['node:lts', Template().fromNodeImage()],
        ['fedora:44', Template().fromFedoraImage()],
        ['alpine:3.24', Template().fromAlpineImage()],
        ['archlinux:latest', Template().fromArchImage()],
        ['oven/bun:latest', Template().fromBunImage()],
        ['1.dkr.ecr.eu.amazonaws.com/a', Template().fromAWSRegistry('1.dkr.ecr.eu.amazonaws.com/a', key)],
        ['gcr.io/a', Template().fromGCPRegistry('gcr.io/a', { serviceAccountJSON: { project_id: 'a' } })],
      ]
      const outcomes = refused.map(([image, template], at) =>
        expect(Template.build(template, `refused-${at}`), image).rejects.toThrow(`'${image}' is not on this server`),
      )
      await Promise.all(outcomes)
      const meant = [
        Template().fromPythonImage(),
        Template().fromImage('python:3', { username: 'ada', password: 'a-token' }),
      ]
      await Promise.all(meant.map((template, at) => Template.build(template, `meant-${at}`)))
      expect(await said('meant-1', 'id -un')).toEqual(['user'])
    })

    it('a template waits until it is ready in every supported way, in the background too', async () => {
      const start = 'cd /srv && exec python3 -m http.server 8000'
      const ways = [waitForPort(8000), waitForURL('http://localhost:8000/', 200), waitForProcess('python3')]
      const builds = [...ways, waitForTimeout(10)].map(async (ready, at) => {
        expect(ready.getCmd()).not.toBe('')
        const template = Template().fromBaseImage().setStartCmd(start, ready)
        const build = await Template.buildInBackground(template, `ready-${at}`)
        const state = async () => (await Template.getBuildStatus(build)).status
        await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('ready')
      })
      await Promise.all(builds)
    })

    it('names and tags are given, listed and removed', async () => {
      const { templateId, buildId } = await Template.build(Template().fromBaseImage(), 'named:v1')
      expect([await Template.exists('named'), await Template.exists('unnamed')]).toEqual([true, false])
      expect([await Template.aliasExists('named'), await Template.aliasExists('unnamed')]).toEqual([true, false])
      expect(await Template.assignTags('named:v1', 'live')).toEqual({ buildId, tags: ['live'] })
      const tags = async () => (await Template.getTags(templateId)).map(({ tag }) => tag).toSorted()
      expect(await tags()).toEqual(['live', 'v1'])
      await Template.removeTags('named', 'v1')
      expect(await tags()).toEqual(['live'])
    })

    it('volumes are made, found, filled, mounted and destroyed', async () => {
      const { volumeId } = await Volume.create('kept')
      const volume = await Volume.connect(volumeId)
      expect([await Volume.getInfo(volumeId), ...(await Volume.list())]).toMatchObject([{ name: 'kept' }, { volumeId }])
      expect(await volume.makeDir('dir')).toMatchObject({ type: 'directory', path: '/dir' })
      expect(await volume.writeFile('dir/file', 'text')).toMatchObject({ size: 4 })
      expect(await volume.updateMetadata('dir/file', { mode: 0o600 })).toMatchObject({ mode: 0o600 })
      expect(await volume.getInfo('dir/file')).toMatchObject({ mode: 0o600, uid: 1000 })
      expect(await volume.readFile('dir/file')).toBe('text')
      const sandbox = await Sandbox.create('base', { volumeMounts: { '/mnt/kept': volume } })
      expect((await sandbox.commands.run('cat /mnt/kept/dir/file; echo new > /mnt/kept/new')).stdout).toBe('text')
      expect((await volume.list('/')).map(({ name }) => name)).toEqual(['dir', 'new'])
      await sandbox.kill()
      await volume.remove('dir')
      expect([await volume.exists('dir'), await volume.exists('new')]).toEqual([false, true])
      expect([await Volume.destroy(volumeId), await Volume.destroy(volumeId)]).toEqual([true, false])
    })

    it('secrets are made, found, changed, named in rules and destroyed', async () => {
      const { secretId } = await Secret.create('api-key', 'first')
      expect(await Secret.update('api-key', 'second')).toMatchObject({ secretId, version: 2 })
      expect(await Secret.getInfo(secretId)).toMatchObject({ name: 'api-key', version: 2 })
      expect((await Secret.list().nextItems()).map(({ name }) => name)).toEqual(['api-key'])
      expect(await server.engine.secrets.fill('ada', Secret.fill('api-key'))).toBe('second')
      expect([await Secret.destroy('api-key'), await Secret.exists('api-key')]).toEqual([true, false])
      const tokens = { aws: Secret.iamToken({ audience: 'sts.amazonaws.com', tokenType: 'JWT-SVID' }) }
      await expect(Sandbox.create('base', { iam: { tokens } })).rejects.toThrow(/iam/)
    })

    it('every method was called, and none in another way', () => {
      expect([...record.known].filter((method) => !record.called.has(method))).toEqual([])
      expect(record.known.size).toBeGreaterThanOrEqual(65)
      const names = way === 'a domain' ? ['49983-ID', 'api'] : []
      expect([...surroundings.hosts].toSorted()).toEqual(names.map((name) => `${name}.box.localhost`))
    })
  })

  /** Nothing can be downloaded here: these stubs record what they should install. */
  const INSTALLERS = `mkdir -p /opt/stubs && touch /opt/told && chmod 666 /opt/told
  printf '#!/bin/sh\\necho "$(basename "$0") $*" >> /opt/told\\n' > /opt/stubs/pip && chmod 755 /opt/stubs/pip
  for name in npm bun apt-get mcp-gateway devcontainer; do cp /opt/stubs/pip /opt/stubs/$name; done
  cp /opt/stubs/devcontainer /usr/local/bin/ && printf '#!/bin/sh\\n' > /prepare-exec.sh && chmod 755 /prepare-exec.sh`
}
