import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { killFrozen } from './kill.ts'
import { ROOT } from './parent.fixture.ts'
import { ownServerId } from './server-id.ts'
import { CHECK_LIMITS, python, startIn } from './start-in.ts'
import { until } from './until.ts'
import { v2Tree } from './v2.ts'
import { v2Group } from './v2-group.ts'

const mount = [ROOT, join(ROOT, 'unified')].find((path) => existsSync(join(path, 'cgroup.controllers')))
if (!mount || !isWritable(mount)) {
  it('no v2 hierarchy is found in which this user could make a group', () => {
    expect(() => mkdirSync(join(ROOT, 'unified', `anneal-test-${process.pid}`))).toThrow(/EACCES|EPERM|EROFS|ENOENT/)
  })
} else {
  const parent = join(mount, `anneal-test-${process.pid}-v2`)
  mkdirSync(parent)
  afterAll(() => rmdirSync(parent))
  const makeGroup = (name: string) => {
    mkdirSync(join(parent, name))
    return v2Group(join(parent, name), [])
  }
  const groups = () => readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())

  describe('a v2 group on the real kernel', () => {
    it('stops when it is frozen and goes on when it is thawed', async () => {
      const group = makeGroup('freeze')
      const counter = await startIn(
        group,
        python('import time\nwhile True: print(end=".", flush=True); time.sleep(0.005)'),
      )
      const count = () => counter.printed().length
      expect(await until(async () => count() > 5, 10_000)).toBe(true)
      await group.freeze()
      await new Promise((resolve) => setTimeout(resolve, 50))
      const frozenAt = count()
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(count()).toBe(frozenAt)
      await group.thaw()
      expect(await until(async () => count() > frozenAt + 5, 10_000)).toBe(true)
      await group.kill()
      await group.remove()
    })

    it('is killed whole, frozen or not, and removed', async () => {
      const group = makeGroup('kill')
      const family = await startIn(group, [
        '/bin/sh',
        '-c',
        '/bin/sleep 30 & /usr/bin/setsid /bin/sleep 30 & /bin/sleep 30',
      ])
      expect(await until(async () => (await group.pids()).length === 4, 10_000)).toBe(true)
      await group.freeze()
      await group.kill()
      expect([await group.pids(), (await family.ended).signal]).toEqual([[], 'SIGKILL'])
      await group.remove()
      await group.remove()
      await group.kill()
      expect(groups()).toEqual([])
    })

    it('is killed process by process where the kernel cannot do it at once', async () => {
      const group = makeGroup('one-by-one')
      const family = await startIn(group, [
        '/bin/sh',
        '-c',
        '/bin/sleep 30 & /usr/bin/setsid /bin/sleep 30 & /bin/sleep 30',
      ])
      expect(await until(async () => (await group.pids()).length === 4, 10_000)).toBe(true)
      await killFrozen(group)
      expect((await family.ended).signal).toBe('SIGKILL')
      expect(await until(async () => (await group.pids()).length === 0, 2000)).toBe(true)
      await group.remove()
    })

    it('takes a process that puts itself in, and no other number', async () => {
      const group = makeGroup('add')
      const [entrance = ''] = group.entrances
      const self = await startIn(undefined, ['/bin/sh', '-c', `echo 0 > ${entrance}; echo in; exec /bin/sleep 30`])
      expect(await until(async () => self.printed() === 'in\n', 10_000)).toBe(true)
      expect(await group.pids()).toEqual([self.child.pid])
      await expect(group.add(0)).rejects.toThrow(/0 is not a process/)
      await group.kill()
      await group.remove()
    })

    it('leaves nothing behind when a limit cannot be set', async () => {
      const tree = v2Tree({ directory: parent, controllers: ['memory', 'pids'], serverId: '1.2.3' })
      await expect(tree.open('sandbox', CHECK_LIMITS)).rejects.toThrow(/ENOENT.*(memory|pids)\.max/)
      expect([tree.missing, groups()]).toEqual([['cpu', 'io'], []])
    })

    it('is swept when its server is dead', async () => {
      const serverId = await deadServer()
      const group = makeGroup(`${serverId}-box`)
      const sleeper = await startIn(group, ['/bin/sleep', '30'])
      const tree = v2Tree({ directory: parent, controllers: [], serverId: '1.2.3' })
      expect(await tree.sweep()).toEqual([`${serverId}-box`])
      expect((await sleeper.ended).signal).toBe('SIGKILL')
      expect(groups()).toEqual([])
    })
  })
}

async function deadServer(): Promise<string> {
  const child = spawn('/bin/true')
  await once(child, 'exit')
  return `${child.pid}.1.${(await ownServerId()).split('.')[2]}`
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
