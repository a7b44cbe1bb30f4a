import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { STOP_MS } from '../src/cli/command/serve.ts'
import { settings } from '../src/config/settings.ts'

const deployed = (path: string) => readFile(new URL(`../deploy/${path}`, import.meta.url), 'utf8')
const UNITS = ['systemd/anneal.service', 'systemd/anneal-user.service']

describe('the files of deploy/', () => {
  it('give a server longer to stop than it takes itself', async () => {
    const ownMs = settings.shape.shutdownGraceMs.parse(undefined) + STOP_MS
    const ofUnits = (await Promise.all(UNITS.map(deployed))).map((text) => /^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
    const ofContainer = parse(await deployed('container/compose.yaml')).services.anneal.stop_grace_period.replace(
      's',
      '',
    )
    for (const seconds of [...ofUnits, ofContainer]) expect(Number(seconds) * 1000).toBeGreaterThan(ownMs)
  })

  it('start a server with the same flags as npm start', async () => {
    const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    const [, arenas = '', flags = ''] = /(MALLOC_ARENA_MAX=\d+) node (.+) bin/.exec(scripts.start) ?? []
    expect([arenas, flags].every(Boolean)).toBe(true)
    for (const path of [...UNITS, 'container/Containerfile']) {
      const text = await deployed(path)
      const missing = [arenas, ...flags.split(' ')].filter((word) => !text.includes(word))
      expect([path, missing]).toEqual([path, []])
    }
  })

  it('close to the container what the service of the system refuses, and open what sandboxes are made with', async () => {
    const { defaultAction, syscalls } = JSON.parse(await deployed('container/seccomp.json'))
    const refused: string[] = syscalls.flatMap((row: { names: string[] }) => row.names)
    expect(defaultAction).toBe('SCMP_ACT_ALLOW')
    expect(syscalls.every((row: { action: string }) => row.action === 'SCMP_ACT_ERRNO')).toBe(true)
    // One of each group that anneal.service refuses: @clock @cpu-emulation @module @obsolete @raw-io @reboot @swap.
    const oneOfEach = ['clock_settime', 'modify_ldt', 'init_module', 'uselib', 'iopl', 'kexec_load', 'swapon']
    expect(refused).toEqual(expect.arrayContaining(oneOfEach))
    for (const needed of ['clone', 'unshare', 'mount', 'pivot_root', 'sethostname', 'seccomp', 'setns', 'ptrace']) {
      expect(refused).not.toContain(needed)
    }
  })
})
