import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Floor, openFloor } from '../src/bench/floor/floor.ts'
import { findWalls } from '../src/bench/same-walls.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import type { SandboxControl } from '../src/sandbox/sandbox.ts'

/** Limits that the floor sets too. */
const SANDBOX_LIMITS = {
  timeoutMs: 30_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}

describe('the floor', () => {
  let directory = ''
  let floor: Floor
  let control: SandboxControl
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'anneal-floor-'))
    floor = await openFloor(await findWalls(), directory)
    const jail = createJail({ execPath: process.execPath, newSandboxId: () => 'floor', cgroups: undefined })
    control = await jail.create({ limits: SANDBOX_LIMITS }, new AbortController().signal)
  })
  afterAll(async () => {
    await floor?.close()
    await control?.destroy()
    await rm(directory, { recursive: true, force: true })
  })

  const inBoth = async (script: string) => {
    const command = ['/usr/bin/bash', '-c', script]
    let inSandbox = ''
    await control.sandbox.exec(command, {
      onOutput: ({ bytes }) => {
        inSandbox += Buffer.from(bytes).toString()
      },
    })
    return { inFloor: await floor.look(command), inSandbox }
  }

  const looks: [wall: string, script: string][] = [
    ['mounts', "sed -E 's/^[0-9]+ [0-9]+ [0-9]+:[0-9]+ \\S+ //; s/[ug]id=[0-9]+//g' /proc/self/mountinfo"],
    ['rights, user and filter', "grep -E '^(Uid|Gid|Groups|Cap|NoNewPrivs|Seccomp)' /proc/self/status"],
    ['map of users', 'cat /proc/self/uid_map /proc/self/gid_map'],
    ['entries of the root and of /dev', 'ls / /dev'],
    ['network', 'cut -d: -f1 /proc/net/dev; cat /proc/net/if_inet6; grep -c 127.0.0.1 /proc/net/fib_trie'],
    ['processes', 'set -- /proc/[0-9]*; echo $#'],
    ['name and place', 'uname -n; pwd'],
    ['limits', 'ulimit -c; ulimit -f; ulimit -n'],
    ['refusal of more namespaces', 'unshare --user true 2>&1; unshare --net true 2>&1; true'],
    ['refusal to write', 'touch /usr/x /x /dev/x /etc/x /proc/sys/kernel/hostname 2>&1; true'],
    ['filter of system calls', '/usr/bin/python3 -I -S -c "import socket; socket.socket(40)" 2>&1 | tail -1'],
  ]
  it.each(looks)('has the properties of a sandbox: %s', async (_, script) => {
    const { inFloor, inSandbox } = await inBoth(script)
    expect(inSandbox).not.toBe('')
    expect(inFloor).toBe(inSandbox)
  })

  it.each(['user', 'pid', 'mnt', 'net', 'ipc', 'uts', 'cgroup'])(
    'stands in a %s namespace of its own',
    async (kind) => {
      const { inFloor, inSandbox } = await inBoth(`readlink /proc/self/ns/${kind}`)
      const hosts = await readlink(`/proc/self/ns/${kind}`)
      expect(new Set([inFloor.trim(), inSandbox.trim(), hosts]).size).toBe(3)
    },
  )

  it('says how long a sandbox took to its first byte and to its end', async () => {
    const { toByteMs, toEndMs } = await floor.once()
    expect(toByteMs).toBeGreaterThan(0)
    expect(toEndMs).toBeGreaterThan(toByteMs)
  })

  it('counts the sandboxes of several lanes', async () => {
    const { n, minMs, p50Ms, p95Ms, maxMs, perSecond } = await floor.rate(2, 200)
    expect(n).toBeGreaterThan(1)
    expect(perSecond).toBeGreaterThan(0)
    expect([minMs, p50Ms, p95Ms, maxMs]).toEqual([minMs, p50Ms, p95Ms, maxMs].sort((a, b) => a - b))
  })
})
