import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { WALLS } from '../../checks/check-groups.fixture.ts'
import type { SandboxControl } from '../../sandbox.ts'
import { openDirectoryLayers } from './directory-layers.ts'
import { openSystemJail, runAs, SYSTEM_LIMITS } from './system.fixture.ts'
import { asSystem, systemAttacks } from './system-attacks.fixture.ts'

const jail = await openSystemJail()
afterAll(() => jail.close?.())

const open: SandboxControl[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((control) => control.destroy()))
})
async function system(spec: Parameters<typeof jail.createSystem>[0] = {}): Promise<SandboxControl> {
  const control = await jail.createSystem(spec)
  open.push(control)
  return control
}

describe('the walls of a system hold every attack', () => {
  it.each(systemAttacks.filter(({ group }) => WALLS.includes(group)))('$id', ({ run }) => run(asSystem(jail)))
})

describe('a system', () => {
  it('has a user and a root of its own, who are nobody on the host', async () => {
    const sandbox = await system()
    const user = await runAs(
      sandbox,
      'user',
      'id -u; id -un; pwd; echo $HOME $USER $LOGNAME; grep CapEff /proc/self/status',
    )
    expect(user.output).toBe('1000\nuser\n/home/user\n/home/user user user\nCapEff:\t0000000000000000\n')
    const root = await runAs(sandbox, 'root', 'id -u; pwd; cat /proc/self/uid_map')
    expect(root.output).toMatch(/^0\n\/root\n\s+0 19\d{8}\s+65536\n$/)
    await expect(runAs(sandbox, 'nobody-knows', 'true')).rejects.toThrow("invalid username: 'nobody-knows'")
  })

  it('gives its root no rights that reach beyond it', async () => {
    const attempts = [
      'mount -t tmpfs none /mnt',
      'unshare -m true',
      'chroot / true',
      'echo 1 > /proc/sys/kernel/panic',
      'hostname other',
      'ip link add type dummy',
      'mknod /tmp/disk b 8 0 && cat /tmp/disk',
      'kill -9 1 && ls /proc/1/fd',
      'cat /proc/1/environ',
      'date -s 2001-01-01',
      'echo x > /opt/node/bin/node',
    ]
    const script = attempts.map((attempt) => `(${attempt}) >/dev/null 2>&1 && echo 'done: ${attempt}'`).join('\n')
    const { output } = await runAs(
      await system(),
      'root',
      `${script}\ngrep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status`,
    )
    expect(output).toBe('NoNewPrivs:\t1\nSeccomp:\t2\n'.replace(/^/, 'CapEff:\t00000000a80005ff\n'))
  })

  it('lets root change everything in it, without anything of the host being changed', async () => {
    const sandbox = await system()
    const script =
      'rm /usr/bin/tar && echo mine > /usr/bin/tar && cat /usr/bin/tar && touch /etc/new /new && ls /etc/new /new'
    expect(await runAs(sandbox, 'root', script)).toEqual({ output: 'mine\n/etc/new\n/new\n', exitCode: 0 })
    expect((await runAs(await system(), 'root', 'tar --version | head -1; ls /new')).output).toMatch(/^tar \(GNU tar\)/)
    expect(await readdir('/')).not.toContain('new')
  })

  it('runs sudo as root, with streams, variables, exit status and signals', async () => {
    const sandbox = await system()
    const script = [
      'echo in | sudo sh -c "cat; id -un; pwd; echo err >&2; exit 7"; echo $?',
      'sudo -u user id -un; sudo A=1 sh -c "echo $A-\\$A"; B=2 sudo -E sh -c "echo \\$B"; B=2 sudo sh -c "echo [\\$B]"',
      'sudo sleep 60 & sleep 0.5; kill $!; wait $!; echo $?; sudo nothing-of-that-name; echo $?',
    ].join('\n')
    const { output } = await runAs(sandbox, 'user', script)
    expect(output.split('\n')).toEqual(
      expect.arrayContaining(['in', 'root', '/home/user', 'err', '7', 'user', '-1', '2', '[]', '143', '127']),
    )
  })

  it('makes files for one of its users, with attributes, and names their owner', async () => {
    const { sandbox } = await system()
    const files = sandbox.files.as('user')
    await files.write('~/a/b.txt', 'x', { attributes: { color: 'blue' } })
    await files.write('a/b.txt', 'y', { attributes: { size: 'small' } })
    expect(await files.stat('a/b.txt', { details: true })).toMatchObject({
      path: '/home/user/a/b.txt',
      details: { owner: 'user', group: 'user', attributes: { size: 'small' } },
    })
    await sandbox.files.as('root').write('/srv/one', '1')
    expect(await files.list('/srv', { details: true })).toMatchObject([{ name: 'one', details: { owner: 'root' } }])
    await expect(files.as('nobody-knows').read('/srv/one')).rejects.toThrow("invalid username: 'nobody-knows'")
  })

  it('has a boot id of its own', async () => {
    const ids = await Promise.all(
      [system(), system()].map(
        async (sandbox) => (await runAs(await sandbox, 'user', 'cat /proc/sys/kernel/random/boot_id')).output,
      ),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/)
  })

  it('becomes a layer for others: with new, changed and removed files, owners and attributes', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'anneal-test-'))
    let layerNumber = 0
    const layers = await openDirectoryLayers({
      ...{ directory, provider: jail, limits: SYSTEM_LIMITS, forget: jail.systems.forget },
      newId: () => `lay${layerNumber++}`,
    })
    try {
      const first = await system()
      const change =
        'rm -r /usr/share/doc && mkdir /usr/share/doc && rm /usr/bin/tac && echo 1 > /srv/one && chown user /srv/one'
      expect((await runAs(first, 'root', change)).exitCode).toBe(0)
      await first.sandbox.files.as('user').write('f', 'f', { attributes: { kind: 'test' } })
      const { id: one } = await layers.add(first.changes())
      const second = await system({ system: { layers: [layers.directoryOf(one)] } })
      const look = 'ls /usr/share/doc; ls /usr/bin/tac 2>/dev/null; stat -c "%U %n" /srv/one; cat f'
      expect((await runAs(second, 'user', look)).output).toBe('user /srv/one\nf')
      expect(await second.sandbox.files.as('user').stat('f', { details: true })).toMatchObject({
        details: { attributes: { kind: 'test' } },
      })
      await runAs(second, 'user', 'rm f /srv/one 2>/dev/null; echo two > g')
      const { id: two } = await layers.add(second.changes())
      const both = [one, two].map((id) => layers.directoryOf(id))
      expect((await runAs(await system({ system: { layers: both } }), 'user', 'ls')).output).toBe('g\n')
      expect((await runAs(first, 'user', 'ls')).output, 'those it was taken from go on').toBe('f\n')
      expect((await layers.list()).sort()).toEqual([one, two])
      await layers.remove(two)
      expect((await readdir(directory)).sort()).toEqual([one])
      await expect(layers.add(endless())).rejects.toMatchObject({ code: 'SANDBOX_FULL' })
      expect(() => layers.directoryOf('../etc')).toThrow('layer ../etc is missing')
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})

/** A file without an end, which a sandbox could send instead of an archive. */
async function* endless() {
  const head = Buffer.alloc(512)
  head.write('x')
  head.write('0000644\0', 100)
  head.write('77777777777\0', 124)
  head.write('ustar\0', 257)
  head.write('        ', 148)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  yield head
  for (;;) yield Buffer.alloc(1_048_576)
}
