import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../cgroup/until.ts'
import { withSandbox } from '../checks/in-sandbox.ts'
import { createJail } from '../jail/jail.ts'
import { etcCopy } from './etc-copy.ts'

const home = await mkdtemp(join(tmpdir(), 'anneal-etc-'))
await chmod(home, 0o755)
// The copies follow removals too, and so may write into a directory that is being removed.
afterAll(() => rm(home, { recursive: true, maxRetries: 10 }))
let hosts = 0

/** An /etc of a host, with the copy that sandboxes see. */
async function openHost() {
  const [source, cache] = [join(home, `etc-${++hosts}`), join(home, `cache-${hosts}`)]
  await mkdir(join(source, 'alternatives'), { recursive: true })
  await mkdir(join(source, 'ld.so.conf.d'))
  await mkdir(cache)
  await writeFile(join(source, 'ld.so.cache'), 'libraries of the start')
  await writeFile(join(source, 'shadow'), 'secret')
  await symlink('/usr/bin/vim.tiny', join(source, 'alternatives/editor'))
  return { source, copy: await etcCopy(cache, source) }
}

const soon = (look: () => Promise<boolean>) => until(() => look().catch(() => false), 5000)

describe("the copy of the host's /etc", () => {
  it('has the shared files, and nothing else', async () => {
    const { copy } = await openHost()
    expect((await readdir(copy)).sort()).toEqual(
      ['alternatives', 'group', 'hosts', 'ld.so.cache', 'ld.so.conf.d', 'passwd', 'ssl'].sort(),
    )
  })

  it('follows a replaced loader cache, a changed alternative and a new file', async () => {
    const { source, copy } = await openHost()
    await writeFile(join(source, 'ld.so.cache~'), 'libraries of later')
    await rename(join(source, 'ld.so.cache~'), join(source, 'ld.so.cache'))
    await symlink('/usr/bin/nano', join(source, 'alternatives/new'))
    await rename(join(source, 'alternatives/new'), join(source, 'alternatives/editor'))
    await writeFile(join(source, 'matplotlibrc'), 'backend: agg')
    expect(await soon(async () => (await readFile(join(copy, 'ld.so.cache'), 'utf8')) === 'libraries of later')).toBe(
      true,
    )
    expect(await soon(async () => (await readlink(join(copy, 'alternatives/editor'))) === '/usr/bin/nano')).toBe(true)
    expect(await soon(async () => (await readFile(join(copy, 'matplotlibrc'), 'utf8')) === 'backend: agg')).toBe(true)
  })

  it('follows a link that is replaced in the moment in which its copy was made', async () => {
    const { source, copy } = await openHost()
    const { ctime } = await stat(join(copy, 'alternatives'))
    await symlink('/usr/bin/nano', join(source, 'alternatives/new'))
    await rename(join(source, 'alternatives/new'), join(source, 'alternatives/editor'))
    await utimes(join(source, 'alternatives'), ctime, ctime)
    expect(await soon(async () => (await readlink(join(copy, 'alternatives/editor'))) === '/usr/bin/nano')).toBe(true)
  })

  it('follows files that are written in place, removed, closed, or in a new directory', async () => {
    const { source, copy } = await openHost()
    const part = (name: string) => join(source, 'ld.so.conf.d', name)
    await writeFile(part('a.conf'), '/opt/a')
    expect(await soon(async () => (await readdir(join(copy, 'ld.so.conf.d'))).includes('a.conf'))).toBe(true)
    await writeFile(part('a.conf'), '/opt/a/longer')
    expect(
      await soon(async () => (await readFile(join(copy, 'ld.so.conf.d/a.conf'), 'utf8')) === '/opt/a/longer'),
    ).toBe(true)
    await chmod(part('a.conf'), 0o600)
    expect(await soon(async () => (await readdir(join(copy, 'ld.so.conf.d'))).length === 0)).toBe(true)
    await rm(join(source, 'ld.so.conf.d'), { recursive: true })
    expect(await soon(async () => !(await readdir(copy)).includes('ld.so.conf.d'))).toBe(true)
    await mkdir(join(source, 'ld.so.conf.d'))
    expect(await soon(async () => (await readdir(copy)).includes('ld.so.conf.d'))).toBe(true)
    await writeFile(part('b.conf'), '/opt/b')
    expect(await soon(async () => (await readdir(join(copy, 'ld.so.conf.d'))).includes('b.conf'))).toBe(true)
  })

  it('is seen by a sandbox that was there before the change', async () => {
    const { source, copy } = await openHost()
    const jail = createJail({
      ...{ execPath: process.execPath, newSandboxId: () => `etc-${process.pid}`, cgroups: undefined },
      weaken: (host) => ({ ...host, etc: copy }),
    })
    await withSandbox(jail, {}, async ({ bash }) => {
      const seen = async () => (await bash('readlink /etc/alternatives/editor')).stdout
      expect(await seen()).toBe('/usr/bin/vim.tiny\n')
      await rm(join(source, 'alternatives/editor'))
      await symlink('/usr/bin/emacs', join(source, 'alternatives/editor'))
      expect(await soon(async () => (await seen()) === '/usr/bin/emacs\n')).toBe(true)
    })
  })
})
