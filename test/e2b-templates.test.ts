import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogEntry, Sandbox, Template, type TemplateClass, waitForFile, waitForTimeout } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let context: string

beforeAll(async () => {
  server = await startE2bServer()
  context = await mkdtemp(join(tmpdir(), 'anneal-context-'))
  const folder = join(context, 'folder')
  await mkdir(join(folder, 'deep'), { recursive: true })
  await writeFile(join(folder, 'test.txt'), 'This is a test file.')
  await writeFile(join(folder, 'deep', 'run.sh'), '#!/bin/sh\necho ran\n')
  await chmod(join(folder, 'deep', 'run.sh'), 0o755)
  await symlink('test.txt', join(folder, 'symlink.txt'))
  await symlink(join(folder, 'test.txt'), join(folder, 'symlink2.txt'))
  await symlink('12345test.txt', join(folder, 'symlink3.txt'))
})

afterAll(async () => {
  await server?.close()
  await rm(context, { recursive: true, force: true })
})

/** Builds it, and tells what the build told. */
async function build(template: TemplateClass, name = `t-${randomUUID()}`, options: object = {}) {
  const logs: LogEntry[] = []
  const onBuildLogs = (entry: LogEntry) => void logs.push(entry)
  const info = await Template.build(template, name, { ...server.options, ...options, onBuildLogs })
  return { info, name, logs: logs.map(({ message }) => message), entries: logs }
}

/** What a command prints in a machine made of a template. */
async function run(name: string, command: string, options: object = {}): Promise<string> {
  const sandbox = await Sandbox.create(name, { ...server.options, ...options })
  try {
    return (await sandbox.commands.run(command)).stdout
  } finally {
    await sandbox.kill()
  }
}

describe('a template', () => {
  test('is built of commands, variables, a directory and a user, and machines start with all of that', async () => {
    const template = Template()
      .fromBaseImage()
      .setEnvs({ GREETING: 'hello', PATH: '/opt/tools:$PATH' })
      .runCmd(['sudo mkdir -p /opt/tools', 'echo "$GREETING" > said'])
      .runCmd('printf "#!/bin/sh\\necho tool" > /opt/tools/tool && chmod 755 /opt/tools/tool', { user: 'root' })
      .setUser('fred')
      .setWorkdir('/srv/app')
      .makeDir('data')
      .makeSymlink('data', 'linked')
      .rename('data', 'moved')
      .remove('/home/user/said', { user: 'root' })
    const { name } = await build(template)
    const said = await run(name, 'whoami; pwd; tool; echo $GREETING; ls; ls /home/user; stat -c %U moved')
    expect(said.trim().split('\n')).toEqual(['fred', '/srv/app', 'tool', 'hello', 'linked', 'moved', 'fred'])
  })

  test('goes on from another template, with its files, variables and user', async () => {
    const below = await build(Template().fromTemplate('base').setEnvs({ A: '1' }).runCmd('echo below > file'))
    const above = await build(Template().fromTemplate(below.name).runCmd('cat file; echo above$A >> file'))
    expect(above.logs.some((line) => line.endsWith(': below'))).toBe(true)
    expect(await run(above.name, 'cat file')).toBe('below\nabove1\n')
    expect(await run(below.name, 'cat file')).toBe('below\n')
  })

  test('of an image of Debian’s family is built of the host’s own programs, which is said', async () => {
    const { entries } = await build(Template().fromImage('ubuntu:22.04').skipCache().runCmd('ls -l'))
    const warnings = entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
    expect(warnings).toEqual([expect.stringContaining('ubuntu:22.04 is not pulled')])
  })

  test('starts its command with each machine, and both the build and a machine wait until it is ready', async () => {
    const template = Template()
      .fromBaseImage()
      .setStartCmd('sleep 0.3; echo up > /tmp/up; exec sleep 1000', waitForFile('/tmp/up'))
    const { name, logs } = await build(template)
    expect(logs).toContain('[finalize] Ready')
    expect(await run(name, 'cat /tmp/up; pgrep -c sleep')).toBe('up\n1\n')
  })

  test('is built in the background, and its state can be asked for', async () => {
    const template = Template().fromImage('ubuntu:22.04').runCmd('sleep 1').setStartCmd('echo hi', waitForTimeout(1000))
    const info = await Template.buildInBackground(template, `e2b-test:v1-${randomUUID()}`, server.options)
    const { status } = await Template.getBuildStatus(info, server.options)
    expect(status).toBe('building')
    await expect.poll(() => statusOf(info), { timeout: 30_000, interval: 200 }).toBe('ready')
    const again = await Template.getBuildStatus(info, { ...server.options, logsOffset: 1_000_000 })
    expect(again.logEntries).toEqual([])
  })

  const statusOf = async (info: { templateId: string; buildId: string }) =>
    (await Template.getBuildStatus(info, server.options)).status
})

describe('files', () => {
  test('are copied by pattern, with links as they are', async () => {
    const template = Template({ fileContextPath: context })
      .fromBaseImage()
      .copy('folder/*', 'folder', { forceUpload: true })
      .runCmd(['cat folder/test.txt', 'cat folder/symlink.txt', 'test "$(folder/deep/run.sh)" = ran'])
      .runCmd('readlink folder/symlink3.txt; stat -c "%U %a" folder folder/test.txt')
    const { logs } = await build(template, undefined, { skipCache: true })
    const printed = logs.filter((line) => line.includes('[stdout]: ')).map((line) => line.split('[stdout]: ')[1])
    const file = 'This is a test file.This is a test file.'
    expect(printed).toEqual([file, '12345test.txt', 'user 755', 'user 644'])
  })

  test('are copied for whom, where and as what the recipe says', async () => {
    const template = Template({ fileContextPath: context })
      .fromBaseImage()
      .copy('folder/deep', '/opt/deep', { user: 'root', mode: 0o600 })
      .copy('folder/deep', '/opt/parts/deep', { user: 'root', mode: 0o640 })
      .copy('folder/test.txt', 'renamed.txt')
      .copy(['folder/test.txt', 'folder/deep/run.sh'], 'into/')
      .copy('folder/symlink.txt', 'resolved.txt', { resolveSymlinks: true, gzip: false })
    const { name } = await build(template)
    const said = await run(
      name,
      'stat -c "%U %a %F" /opt/deep /opt/parts renamed.txt into/run.sh resolved.txt; sudo stat -c %a /opt/deep/run.sh /opt/parts/deep/run.sh',
    )
    const expected = [
      'root 700 directory',
      'root 755 directory',
      'user 644 regular file',
      'user 755 regular file',
      'user 644 regular file',
      '600',
      '640',
    ]
    expect(said.trim().split('\n')).toEqual(expected)
  })

  test('are uploaded by a link that is good for one body and ends', async () => {
    const { templateID } = await answerOf('POST', '/v3/templates', { name: `t-${randomUUID()}` })
    const hash = 'a'.repeat(64)
    const path = `/templates/${templateID}/files/${hash}`
    const { present, url } = await answerOf('GET', path)
    expect(present).toBe(false)
    const put = (target: string, body = 'bytes') => fetch(target, { method: 'PUT', body }).then(({ status }) => status)
    expect(await put(url.replace(hash, 'b'.repeat(64)))).toBe(403)
    expect(await put(url.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`))).toBe(403)
    expect(await put(url)).toBe(200)
    expect(await put(url)).toBe(403)
    expect((await answerOf('GET', path)).present).toBe(true)
    const byAnother = await fetch(server.url + path, { headers: { 'x-api-key': server.otherKey } })
    expect(byAnother.status).toBe(404)
  })
})

describe('a step', () => {
  test('is not done again when nothing changed, unless that is asked for', async () => {
    const recipe = (mark: string) => Template().fromBaseImage().runCmd('date +%N > when').runCmd(`echo ${mark}`)
    const first = await build(recipe('one'))
    const second = await build(recipe('two'))
    expect(second.logs.filter((line) => line.startsWith('CACHED'))).toEqual([expect.stringContaining('date +%N')])
    const forced = await build(recipe('two'), undefined, { skipCache: true })
    expect(forced.logs.some((line) => line.startsWith('CACHED'))).toBe(false)
    const [one, two, three] = await Promise.all([first, second, forced].map(({ name }) => run(name, 'cat when')))
    expect(one).toBe(two)
    expect(three).not.toBe(one)
  })

  test('that fails is named, with the line of the recipe and what it printed', async () => {
    const template = Template().fromBaseImage().runCmd('true').runCmd('echo before; exit 3') // the line that fails
    const info = await Template.buildInBackground(template, `t-${randomUUID()}`, server.options)
    const failed = await Template.build(template, `t-${randomUUID()}`, server.options).catch((error: Error) => error)
    expect((failed as Error).message).toBe("failed to run command 'echo before; exit 3': command failed: exit status 3")
    expect((failed as Error).stack).toContain('e2b-templates.test.ts')
    await expect
      .poll(async () => (await Template.getBuildStatus(info, server.options)).reason, { timeout: 30_000 })
      .toMatchObject({
        step: '2',
        logEntries: [{}, { message: expect.stringContaining('before') }, { level: 'error' }],
      })
  })

  test('by a user that is not there fails in the words of E2B', async () => {
    const template = Template().fromImage('ubuntu:22.04').skipCache().runCmd('whoami', { user: 'root123' })
    await expect(build(template)).rejects.toThrow(
      "failed to run command 'whoami': command failed: unauthenticated: invalid username: 'root123'",
    )
  })

  test('of an image that is not here fails at the base, and says what to do', async () => {
    await expect(build(Template().fromImage('fedora:44').runCmd('true'))).rejects.toThrow(
      /'fedora:44' is not on this server/,
    )
    await expect(build(Template().fromTemplate('nowhere'))).rejects.toThrow(/template 'nowhere' not found/)
  })

  test('that starts with what never works fails at the end', async () => {
    const template = Template().fromBaseImage().setStartCmd('exit 7', 'false')
    await expect(build(template)).rejects.toThrow(/"exit 7" ended with exit status 7/)
  })
})

describe('names and tags', () => {
  test('say whether there is a template', async () => {
    expect(await Template.exists('base', server.options)).toBe(true)
    expect(await Template.exists('code-interpreter-v1', server.options)).toBe(true)
    expect(await Template.exists(`nonexistent-${randomUUID()}`, server.options)).toBe(false)
  })

  test('are given, listed and taken, and choose what a machine starts from', async () => {
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

  test('that are none are refused', async () => {
    const { name } = await build(Template().fromBaseImage(), `t:v1-${randomUUID()}`)
    await expect(Template.assignTags(name, ':invalid-tag', server.options)).rejects.toThrow(/tags/)
    await expect(Template.assignTags(name, 't:', server.options)).rejects.toThrow(/tags/)
    await expect(Template.assignTags('nowhere:v1', 'x', server.options)).rejects.toThrow(/not found/)
    await expect(build(Template().fromBaseImage(), 'base')).rejects.toThrow(/built-in/)
  })

  test('of one user are nothing to another, until the template is public', async () => {
    const { name, info } = await build(Template().fromBaseImage().runCmd('echo mine > file'))
    const other = { apiKey: server.otherKey }
    expect(await Template.exists(`ada/${name}`, { ...server.options, ...other })).toBe(false)
    await expect(run(info.templateId, 'cat file', other)).rejects.toThrow(/not found/)
    await answerOf('PATCH', `/v2/templates/${info.templateId}`, { public: true })
    expect(await run(`ada/${name}`, 'cat file', other)).toBe('mine\n')
    const removal = { method: 'DELETE', headers: { 'x-api-key': server.otherKey } }
    expect((await fetch(`${server.url}/templates/${info.templateId}`, removal)).status).toBe(404)
  })
})

test('a template that is removed is gone with its layers, but not with those of another', async () => {
  const step = 'head -c 1000 /dev/urandom > shared'
  const one = await build(Template().fromBaseImage().runCmd(step).runCmd('echo one > own'))
  const two = await build(Template().fromBaseImage().runCmd(step).runCmd('echo two > own'))
  const before = (await server.engine.images.layersInUse()).length
  await answerOf('DELETE', `/templates/${one.info.templateId}`)
  expect((await server.engine.images.layersInUse()).length).toBeLessThan(before)
  await expect(run(one.name, 'true')).rejects.toThrow(/not found/)
  expect(await run(two.name, 'cat own; wc -c < shared')).toBe('two\n1000\n')
})

async function answerOf(method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    ...{ method, headers: { 'x-api-key': server.key } },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? undefined : response.json()
}
