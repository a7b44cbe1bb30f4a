import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/support/processes.ts'
import { undisturbed } from '../checks/host-pace.ts'
import { bash, LIMITS, never, use, withPodman } from './podman-sandboxes.fixture.ts'

const podman = withPodman()

describe('a sandbox in a container', () => {
  it('finds every wall standing', async () => {
    expect(await podman.createProvider().probe(never)).toEqual({
      ok: true,
      detail: expect.stringMatching(/^Podman \d.*system call filter/),
    })
  })

  it('runs programs with exact output, input and exit code', async () => {
    await use(podman.create({ env: { GREETING: 'hi' } }), async ({ sandbox }) => {
      const run = await bash(sandbox, 'printf "$GREETING\\0\\n"; printf oops >&2; wc -c; exit 7', {
        input: Buffer.alloc(300_000, 120),
      })
      expect(run).toMatchObject({ endedBy: 'exit', exitCode: 7, stdout: 'hi\0\n300000\n', stderr: 'oops' })
    })
  })

  it('keeps output whole while its reader is slow and the server is busy', async () => {
    await use(podman.create(), async ({ sandbox }) => {
      let bytes = 0
      const big = await sandbox.exec(['head', '-c', '20000000', '/dev/zero'], {
        outputBytes: 30_000_000,
        onOutput: async (chunk) => {
          if (bytes === 0) busyFor(1000)
          bytes += chunk.bytes.length
          if (Math.random() < 0.02) await wait(10)
        },
      })
      expect([big.endedBy, bytes]).toEqual(['exit', 20_000_000])
    })
  })

  it('works on files of any size inside the workspace, which is its own', async () => {
    await use(podman.create(), async ({ sandbox }) => {
      const content = Buffer.alloc(3_000_000, 'abc')
      await sandbox.files.write('deep/er/data.bin', content)
      expect(Buffer.from(await sandbox.files.read('deep/er/data.bin')).equals(content)).toBe(true)
      expect(await sandbox.files.stat('/workspace')).toMatchObject({ type: 'directory', uid: 1000, mode: 0o755 })
      const run = await bash(sandbox, 'stat -c %U deep/er/data.bin; git init -q . && echo repository')
      expect(run.stdout).toBe('user\nrepository\n')
    })
  })

  it('names the limit that ended a program, and goes on', () =>
    undisturbed(2800, async () => {
      await use(podman.create(), async ({ sandbox }) => {
        const started = performance.now()
        expect(await bash(sandbox, 'trap "" TERM; sleep 60 & sleep 60', { timeoutMs: 200 })).toMatchObject({
          endedBy: 'timeout',
          exitCode: null,
        })
        expect(performance.now() - started).toBeLessThan(3000)
        const memory = await bash(sandbox, `exec python3 -c 'bytearray(200 * 2**20)'`)
        expect(memory).toMatchObject({ endedBy: 'memory', signal: 'SIGKILL' })
        const forks = `exec python3 -c 'import os, time\nwhile True:\n  if os.fork() == 0: time.sleep(30)'`
        expect(await bash(sandbox, forks)).toMatchObject({ endedBy: 'processes' })
        expect(await bash(sandbox, 'head -c 9M /dev/zero > full')).toMatchObject({ endedBy: 'disk' })
        expect(await bash(sandbox, 'yes', { outputBytes: 1000 })).toMatchObject({ endedBy: 'output' })
        expect(await bash(sandbox, 'rm full; false')).toMatchObject({ endedBy: 'exit', exitCode: 1 })
      })
    }))

  it('gives programs a terminal that can be resized', async () => {
    await use(podman.create(), async ({ sandbox }) => {
      const shell = await sandbox.start(['bash', '--norc'], { pty: { columns: 80, rows: 24 } })
      let seen = ''
      shell.onOutput(({ bytes }) => {
        seen += Buffer.from(bytes).toString()
      })
      // At its start bash reads the size of its terminal and writes it back: a change in between would be lost.
      await expect.poll(() => seen).toContain('$ ')
      await shell.resize({ columns: 132, rows: 43 })
      await shell.write(Buffer.from('stty size; exit 3\n'))
      expect(await shell.exited).toEqual({ exitCode: 3, signal: null })
      expect(seen).toContain('43 132')
    })
  })

  it('lets the server reach a port inside, by name of the local host too', async () => {
    await use(podman.create(), async ({ sandbox }) => {
      await sandbox.start(['python3', '-m', 'http.server', '8000', '--bind', 'localhost'])
      await sandbox.files.write('page.txt', 'hello from inside')
      const opens = () =>
        sandbox.openPort(8000).then(
          (connection) => connection.destroy() && true,
          () => false,
        )
      await until('the server listens', opens)
      const connection = await sandbox.openPort(8000)
      connection.end('GET /page.txt HTTP/1.0\r\n\r\n')
      expect(Buffer.concat(await connection.toArray()).toString()).toContain('hello from inside')
      await expect(sandbox.openPort(8001)).rejects.toMatchObject({ code: 'PORT_CLOSED' })
    })
  })

  it('stands still while it is paused, and no time passes for its programs', () =>
    undisturbed(300, async () => {
      await use(podman.create(), async (control) => {
        const counting = bash(control.sandbox, 'while :; do date +%s%N >> ticks; sleep 0.02; done', { timeoutMs: 1500 })
        await wait(300)
        await control.pause()
        await control.pause()
        await wait(2000)
        await control.resume()
        await control.resume()
        const run = await counting
        expect([run.endedBy, run.durationMs > 3000]).toEqual(['timeout', true])
        const ticks = (await bash(control.sandbox, 'cat ticks')).stdout.trim().split('\n').map(Number)
        const longest = Math.max(...ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)))
        expect(longest).toBeGreaterThan(1.9e9)
      })
    }))

  it('shows directories of the host where requested, read-only on request', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'anneal-mount-'))
    try {
      await chmod(directory, 0o755)
      await writeFile(join(directory, 'given'), 'from the host')
      const mounts = [{ source: directory, target: '/data', readOnly: true }]
      await use(podman.create({ mounts }), async ({ sandbox }) => {
        const run = await bash(sandbox, 'cat /data/given; echo x > /data/given')
        expect(run).toMatchObject({ stdout: 'from the host', stderr: expect.stringContaining('Read-only file system') })
      })
      expect(await readFile(join(directory, 'given'), 'utf8')).toBe('from the host')
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it('measures its resources', async () => {
    await use(podman.create(), async ({ sandbox }) => {
      await bash(sandbox, `python3 -c 'x = bytearray(40 * 2**20); sum(range(3_000_000))'`)
      const metrics = await sandbox.metrics()
      expect(metrics).toMatchObject({ processes: 1, diskTotalBytes: LIMITS.diskMb * 2 ** 20 })
      expect(metrics.memoryPeakBytes).toBeGreaterThan(40 * 2 ** 20)
      expect(metrics.memoryPeakBytes).toBeLessThan(LIMITS.memoryMb * 2 ** 20)
      expect(metrics.cpuMs).toBeGreaterThan(30)
    })
  })

  it('gives the workspace as an archive', async () => {
    await use(podman.create(), async (control) => {
      await control.sandbox.files.write('kept.txt', 'kept content')
      const chunks: Uint8Array[] = []
      for await (const chunk of control.snapshot()) chunks.push(chunk)
      const archive = Buffer.concat(chunks)
      expect(archive.includes('./kept.txt')).toBe(true)
      expect(archive.includes('kept content')).toBe(true)
    })
  })
})

function busyFor(durationMs: number): void {
  const end = performance.now() + durationMs
  while (performance.now() < end);
}
