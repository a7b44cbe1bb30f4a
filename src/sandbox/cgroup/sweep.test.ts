import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import type { Cgroup } from './cgroup.ts'
import { findCgroups } from './find.ts'
import { makeParent, type Parent } from './parent.fixture.ts'
import { ownServerId, parseStat } from './server-id.ts'
import { sweepGroups } from './sweep.ts'

const found = await findCgroups()
const isRoot = process.getuid?.() === 0

it('a sweep leaves groups of unknown names alone', async () => {
  const touch = () => {
    throw new Error('touched')
  }
  expect(await sweepGroups(['cgroup.procs', 'mine', '1.2-box', '1.2.3-box', '999999999.1.1-'], touch)).toEqual([])
})

it('a sweep ends the others when one resists, and says so', async () => {
  const namespace = (await ownServerId()).split('.')[2]
  const [stubborn, weak] = [`999999999.1.${namespace}-stubborn`, `999999999.1.${namespace}-weak`]
  const removed: string[] = []
  const groupOf = (name: string) => {
    const kill = async () => {
      if (name === stubborn) throw new Error('does not die')
    }
    return { kill, remove: async () => void removed.push(name) } as unknown as Cgroup
  }
  await expect(sweepGroups([stubborn, weak], groupOf)).rejects.toThrow('1 groups of dead servers could not be ended')
  expect(removed).toEqual([weak])
})

if (isRoot && found?.kind === 'cgroup-v1') {
  const parent = await makeParent('sweep')
  afterAll(() => parent.remove())

  it('a sweep ends the sandboxes of a server that was killed, and none of a living one', async () => {
    const [dead, living] = await Promise.all([startServer(parent), startServer(parent)])
    const tree = await findCgroups(parent.options)
    try {
      expect(await tree?.sweep()).toEqual([])
      dead.server.kill('SIGKILL')
      await once(dead.server, 'exit')
      expect([isRunning(dead.pid), isRunning(living.pid)]).toEqual([true, true])

      expect(await tree?.sweep()).toEqual([dead.name])
      expect(isRunning(dead.pid)).toBe(false)
      expect(isRunning(living.pid)).toBe(true)
      expect(await groupsOf(parent)).toEqual([living.name])
    } finally {
      living.server.kill('SIGKILL')
      await once(living.server, 'exit')
      expect(await tree?.sweep()).toEqual([living.name])
      expect(await groupsOf(parent)).toEqual([])
    }
  })
}

async function startServer({ options }: Parent): Promise<{ server: ChildProcess; name: string; pid: number }> {
  const script = fileURLToPath(new URL('./server.fixture.ts', import.meta.url))
  const server = spawn(process.execPath, [script, options.parent ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  return { server, ...JSON.parse(line) }
}

async function groupsOf({ directories }: Parent): Promise<string[]> {
  const lists = await Promise.all(
    directories.map((directory) => readdir(join(directory, 'anneal'), { withFileTypes: true })),
  )
  const names = lists.flatMap((entries) => entries.filter((entry) => entry.isDirectory()).map(({ name }) => name))
  return [...new Set(names)]
}

/** A killed process may stay on the list of processes until its new parent collects it. */
function isRunning(pid: number): boolean {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).state !== 'Z'
  } catch {
    return false
  }
}
