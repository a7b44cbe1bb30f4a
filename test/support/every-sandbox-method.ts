import { CommandExitError, E2B, FileNotFoundError, Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCalls } from './call-record.ts'
import { type E2bDomain, startE2bDomain } from './e2b-domain.ts'
import { type E2bSurroundings, type E2bWay, e2bSurroundings } from './e2b-surroundings.ts'

/** Calls every public method of E2B's sandboxes. Other tests check their further promises. */
export function everyMethodOfSandboxes(...ways: E2bWay[]): void {
  const record = recordCalls()
  let server: E2bDomain

  beforeAll(async () => {
    server = await startE2bDomain()
  })
  afterAll(() => server.close())

  describe.each(ways)('the official SDK over %s', (way) => {
    let surroundings: E2bSurroundings
    let sandbox: Sandbox

    beforeAll(async () => {
      surroundings = e2bSurroundings(way, server)
      record.add(Sandbox)
      sandbox = await Sandbox.create({ metadata: { of: 'all' }, envs: { COLOUR: 'blue' } })
      const { commands, files, pty, git } = sandbox
      const handle = await commands.run('true', { background: true })
      const watch = await files.watchDir('/tmp', () => {})
      const parts = [commands, files, pty, git, handle, watch, Sandbox.list(), Sandbox.listSnapshots()]
      record.add(...parts.map((part) => part.constructor as never))
      await Promise.all([handle.wait(), watch.stop()])
      record.called.clear()
    })
    afterAll(() => surroundings.leave())

    it('commands are run, listed, fed, found again and killed', async () => {
      const { commands } = sandbox
      expect((await commands.run('echo $COLOUR; id -un')).stdout).toBe('blue\nuser\n')
      const cat = await commands.run('cat', { background: true, stdin: true })
      expect((await commands.list()).map(({ pid }) => pid)).toContain(cat.pid)
      await cat.sendStdin('one ')
      await commands.sendStdin(cat.pid, 'two')
      await commands.closeStdin(cat.pid)
      expect((await cat.wait()).stdout).toBe('one two')
      const other = await commands.run('cat', { background: true, stdin: true })
      await other.disconnect()
      const again = await commands.connect(other.pid)
      await again.sendStdin('three')
      await again.closeStdin()
      expect((await again.wait()).stdout).toBe('three')
      const [first, second] = await Promise.all([SLEEP, SLEEP].map((line) => commands.run(line, { background: true })))
      expect(await Promise.all([commands.kill(first?.pid ?? 0), second?.kill()])).toEqual([true, true])
      for (const killed of [first, second]) await expect(killed?.wait()).rejects.toThrow(CommandExitError)
    })

    it('terminals are opened, resized, typed into, found again and killed', async () => {
      const { pty } = sandbox
      const screen = { text: '' }
      const onData = (bytes: Uint8Array) => {
        screen.text += new TextDecoder().decode(bytes)
      }
      const { pid } = await pty.create({ cols: 80, rows: 24, onData })
      await pty.resize(pid, { cols: 111, rows: 31 })
      const again = await pty.connect(pid, { onData })
      await pty.sendInput(pid, new TextEncoder().encode('stty size; exit 3\n'))
      await expect(again.wait()).rejects.toMatchObject({ exitCode: 3 })
      expect(screen.text).toContain('31 111')
      const doomed = await pty.create({ cols: 80, rows: 24, onData })
      expect(await pty.kill(doomed.pid)).toBe(true)
      await expect(doomed.wait()).rejects.toMatchObject({ exitCode: -1 })
    })

    it('files are written, read, listed, moved, removed and watched', async () => {
      const { files } = sandbox
      const seen: string[] = []
      expect(await files.makeDir('dir')).toBe(true)
      const watch = await files.watchDir('dir', ({ type, name }) => void seen.push(`${type} ${name}`))
      await files.write('dir/one', 'first')
      await files.writeFiles([
        { path: 'dir/two', data: 'second' },
        { path: 'dir/three', data: 'third' },
      ])
      expect((await files.list('dir')).map(({ name }) => name)).toEqual(['one', 'three', 'two'])
      expect(await files.read('dir/two', { format: 'bytes' })).toEqual(new TextEncoder().encode('second'))
      expect(await files.rename('dir/two', 'dir/2')).toMatchObject({ name: '2', size: 6 })
      await files.remove('dir/one')
      expect([await files.exists('dir/one'), await files.exists('dir/2')]).toEqual([false, true])
      expect(await files.getInfo('dir/2')).toMatchObject({ path: '/home/user/dir/2', owner: 'user' })
      const expected = ['create one', 'write three', 'remove one']
      await expect.poll(() => seen, { timeout: 30_000 }).toEqual(expect.arrayContaining(expected))
      await watch.stop()
      await files.write('dir/unseen', '')
      await files.getInfo('dir')
      expect(seen.join()).not.toContain('unseen')
    })

    it('files go in and out by links of their own', async () => {
      const body = new FormData()
      body.append('file', new Blob(['by a form']), 'any')
      const upload = await fetch(await sandbox.uploadUrl('linked.txt'), { method: 'POST', body })
      expect(upload.status).toBe(200)
      const link = await sandbox.downloadUrl('linked.txt', { useSignatureExpiration: 60 })
      if (way === 'a domain') expect(link).toContain(`https://49983-${sandbox.sandboxId}.${server.domain}/files?`)
      expect(await (await fetch(link)).text()).toBe('by a form')
    })

    it('repositories are made, changed, branched, shared and configured', async () => {
      const { git, files, commands } = sandbox
      await git.init('shared.git', { bare: true })
      await git.init('work', { initialBranch: 'main' })
      await git.configureUser('Ada', 'ada@example.com')
      await git.setConfig('pull.rebase', 'false')
      expect(await git.getConfig('user.email')).toBe('ada@example.com')
      await git.remoteAdd('work', 'origin', '/home/user/shared.git')
      expect(await git.remoteGet('work', 'origin')).toBe('/home/user/shared.git')
      await files.write('work/a', 'one\n')
      await git.add('work')
      await git.commit('work', 'First')
      await git.push('work', { remote: 'origin', branch: 'main' })
      await git.clone('/home/user/shared.git', { path: 'copy', branch: 'main' })
      await git.createBranch('work', 'side')
      await git.checkoutBranch('work', 'main')
      await git.deleteBranch('work', 'side')
      expect(await git.branches('work')).toEqual({ branches: ['main'], currentBranch: 'main' })
      await files.write('work/a', 'two\n')
      await git.restore('work', { paths: ['a'] })
      expect(await files.read('work/a')).toBe('one\n')
      await files.write('work/a', 'three\n')
      await git.commit('work', 'Second', { allowEmpty: true })
      await git.push('work')
      await git.reset('work', { mode: 'hard' })
      expect(await git.status('work')).toMatchObject({ isClean: true, currentBranch: 'main' })
      await git.pull('copy')
      expect((await commands.run('git -C copy log --format=%an,%s')).stdout).toBe('Ada,Second\nAda,First\n')
      await git.dangerouslyAuthenticate({ username: 'ada', password: 'a-token', host: 'git.example.com' })
      const asked = 'printf "protocol=https\\nhost=git.example.com\\n\\n" | git credential fill'
      expect((await commands.run(asked)).stdout).toContain('password=a-token')
    })

    it('code is run in contexts, and draws charts', async () => {
      const chart = `import matplotlib.pyplot as plt\nplt.bar(['a'], [1])\nplt.title('Shop')\nplt.show()`
      expect((await sandbox.runCode(chart)).results[0]).toMatchObject({ chart: { type: 'bar', title: 'Shop' } })
      const context = await sandbox.createCodeContext({ cwd: '/tmp' })
      expect((await sandbox.listCodeContexts()).at(-1)).toEqual(context)
      expect((await sandbox.runCode('x = 6 * 7; x', { context })).text).toBe('42')
      await sandbox.restartCodeContext(context)
      expect((await sandbox.runCode('x', { context })).error?.name).toBe('NameError')
      await sandbox.removeCodeContext(context)
      expect((await sandbox.listCodeContexts()).map(({ id }) => id)).not.toContain(context.id)
    })

    it('a sandbox is shown, reached, measured and given more time and another network', async () => {
      const { sandboxId } = sandbox
      expect(await sandbox.isRunning()).toBe(true)
      await sandbox.setTimeout(500_000)
      const before = await sandbox.getInfo()
      expect(before).toMatchObject({ sandboxId, metadata: { of: 'all' }, sandboxDomain: server.domain })
      await Sandbox.setTimeout(sandboxId, 900_000)
      expect(Number((await Sandbox.getInfo(sandboxId)).endAt)).toBeGreaterThan(Number(before.endAt))
      await sandbox.updateNetwork({ denyOut: ['8.8.8.8'] })
      expect((await Sandbox.getFullInfo(sandboxId)).network?.denyOut).toEqual(['8.8.8.8'])
      await Sandbox.updateNetwork(sandboxId, { denyOut: ['9.9.9.9'] })
      expect((await sandbox.getInfo()).network?.denyOut).toEqual(['9.9.9.9'])
      await expect.poll(() => sandbox.getMetrics(), { timeout: 60_000, interval: 500 }).not.toEqual([])
      expect((await Sandbox.getMetrics(sandboxId))[0]?.memUsed).toBeGreaterThan(0)
      expect(sandbox.getMcpUrl()).toBe(`https://${sandbox.getHost(50005)}/mcp`)
      await expect(sandbox.getMcpToken()).rejects.toThrow(FileNotFoundError)
      await sandbox.files.write('/etc/mcp-gateway/.token', 'of the gateway', { user: 'root' })
      expect(await sandbox.getMcpToken()).toBe('of the gateway')
    })

    it('a sandbox is paused, woken, copied, kept and killed', async () => {
      const base = await Sandbox.create('base')
      const { sandboxId } = base
      await base.files.write('kept', 'text')
      expect(await base.pause()).toBe(true)
      expect(await Sandbox.pause(sandboxId)).toBe(false)
      expect(await (await base.connect()).isRunning()).toBe(true)
      expect(await Sandbox.betaPause(sandboxId)).toBe(true)
      expect(await base.betaPause()).toBe(false)
      const woken = await Sandbox.connect(sandboxId)
      expect(await woken.files.read('kept')).toBe('text')
      const forks = [...(await woken.fork()), ...(await Sandbox.fork(sandboxId))]
      const ids = forks.map((fork) => (fork instanceof Sandbox ? fork.sandboxId : String(fork)))
      const all = await Sandbox.list({ query: { template: 'base' } }).nextItems()
      expect(all.map((info) => info.sandboxId).toSorted()).toEqual([sandboxId, ...ids].toSorted())
      const made = [await woken.createSnapshot(), await Sandbox.createSnapshot(sandboxId)].map((one) => one.snapshotId)
      const found = [await woken.listSnapshots().nextItems(), await Sandbox.listSnapshots().nextItems()]
      for (const list of found) expect(list.map((one) => one.snapshotId)).toEqual(made.toReversed())
      const again = await Sandbox.create(made[0] ?? '')
      expect(await again.files.read('kept')).toBe('text')
      expect(await Promise.all(made.map((id) => Sandbox.deleteSnapshot(id)))).toEqual([true, true])
      expect(await again.kill()).toBe(true)
      for (const id of [sandboxId, ...ids]) expect(await Sandbox.kill(id)).toBe(true)
      expect(await woken.isRunning()).toBe(false)
    })

    it('a client with options of its caller needs no environment', async () => {
      const client = new E2B({ ...surroundings.connection, apiKey: server.otherKey })
      const made = await client.Sandbox.create('base')
      expect((await client.Sandbox.list().nextItems()).map(({ sandboxId }) => sandboxId)).toEqual([made.sandboxId])
      expect(await made.kill()).toBe(true)
    })

    it('every method was called, and none in another way', () => {
      expect([...record.known].filter((method) => !record.called.has(method))).toEqual([])
      expect(record.known.size).toBeGreaterThanOrEqual(85)
      const names = way === 'a domain' ? ['49983-ID', '49999-ID', 'api'] : []
      expect([...surroundings.hosts].toSorted()).toEqual(names.map((name) => `${name}.box.localhost`))
    })
  })

  const SLEEP = 'sleep 1000'
}
