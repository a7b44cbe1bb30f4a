import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Template, waitForFile, waitForTimeout } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { templateTools } from './support/template-tools.ts'

let server: E2bServer
let context: string

beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_IMAGES: 'ubuntu:22.04=host' } })
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

const { build, run } = templateTools(() => server)

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

  test('is built of the host’s own programs for an image that the operator said so of, and the log says it', async () => {
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

  test('is built in the background, and its state can be read', async () => {
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

  test('are copied with the owner, place and mode of the recipe', async () => {
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
})

describe('a step', () => {
  test('is not repeated when nothing changed, except on request', async () => {
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

  test('is named when it fails, with the line of the recipe and its output', async () => {
    const template = Template().fromBaseImage().runCmd('true').runCmd('echo before; exit 3') // the line that fails
    const info = await Template.buildInBackground(template, `t-${randomUUID()}`, server.options)
    const failed = await Template.build(template, `t-${randomUUID()}`, server.options).catch((error: Error) => error)
    expect((failed as Error).message).toBe("failed to run command 'echo before; exit 3': command failed: exit status 3")
    expect((failed as Error).stack).toContain('e2b-template-builds.test.ts')
    await expect
      .poll(async () => (await Template.getBuildStatus(info, server.options)).reason, { timeout: 30_000 })
      .toMatchObject({
        step: '2',
        logEntries: [{}, { message: expect.stringContaining('before') }, { level: 'error' }],
      })
  })

  test('fails in the words of E2B when its user does not exist', async () => {
    const template = Template().fromImage('ubuntu:22.04').skipCache().runCmd('whoami', { user: 'root123' })
    await expect(build(template)).rejects.toThrow(
      "failed to run command 'whoami': command failed: unauthenticated: invalid username: 'root123'",
    )
  })

  test('fails at the base when its image is not here, and names the remedy', async () => {
    for (const image of ['fedora:44', 'ubuntu:24.04', 'python:3.13']) {
      const template = Template().fromImage(image).runCmd('true')
      await expect(build(template)).rejects.toThrow(`'${image}' is not on this server`)
    }
    await expect(build(Template().fromTemplate('nowhere'))).rejects.toThrow(/template 'nowhere' not found/)
  })

  test('fails at the end when its start command never works', async () => {
    const template = Template().fromBaseImage().setStartCmd('exit 7', 'false')
    await expect(build(template)).rejects.toThrow(/"exit 7" ended with exit status 7/)
  })
})

test('a build that takes too long is ended, and so are those of a server that stops', async () => {
  const brief = await startE2bServer({ env: { ANNEAL_BUILD_TIMEOUT_MS: '2000' } })
  const slow = Template().fromBaseImage().runCmd('sleep 1000')
  await expect(Template.build(slow, 'slow', brief.options)).rejects.toThrow('the build took longer than 2000 ms')
  await Template.buildInBackground(slow, 'slower', brief.options)
  await brief.close()
})
