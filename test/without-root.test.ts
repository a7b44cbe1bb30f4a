import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrdinaryUser, type OrdinaryUser, serveAs, userOf } from './support/ordinary-user.ts'

/** Paths below a directory that belong to one of these users. */
async function belongingTo(directory: string, owns: (owner: number) => boolean): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  const found = await Promise.all(
    names.map(async (name) => {
      const owner = (await lstat(join(directory, name)).catch(() => undefined))?.uid
      return owner !== undefined && owns(owner) ? [name] : []
    }),
  )
  return found.flat()
}

async function processesOf(owns: (owner: number) => boolean): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const users = await Promise.all(pids.map(async (pid) => [pid, await userOf(pid)] as const))
  return users.flatMap(([pid, user]) => (user !== undefined && owns(user) ? [pid] : []))
}

/** An ordinary user needs somebody who makes the account. */
describe.runIf(process.getuid?.() === 0)('a server of an ordinary user, with users from /etc/subuid', () => {
  let user: OrdinaryUser
  let server: Awaited<ReturnType<typeof serveAs>>
  beforeAll(async () => {
    user = await makeOrdinaryUser({ hasSubIds: true })
    server = await serveAs(user)
  })
  afterAll(async () => {
    await server?.stop()
    await user?.remove()
  })

  it('serves programs made for E2B, says so, and leaves nothing behind', async () => {
    expect(server.greeting).toContain(`E2B_API_URL=${server.url}`)
    const sandbox = await Sandbox.create('code-interpreter-v1', server.options)
    const run = async (command: string, as = 'user') => (await sandbox.commands.run(command, { user: as })).stdout
    expect(await run('id -un; sudo id -un; cat /proc/self/uid_map')).toMatch(/^user\nroot\n\s+0\s+1\s+65536\n$/)
    const replaced = 'rm /usr/bin/tac && echo mine > /usr/bin/tac && cat /usr/bin/tac && touch /etc/new /new && id -u'
    expect(await run(replaced, 'root')).toBe('mine\n0\n')
    await sandbox.files.write('note.txt', 'kept')
    expect((await sandbox.runCode('open("note.txt").read() + str(6 * 7)')).text).toBe('kept42')

    await sandbox.pause({ keepMemory: false })
    expect(await belongingTo(user.home, user.isGiven)).not.toEqual([])
    const woken = await Sandbox.connect(sandbox.sandboxId, server.options)
    expect(await woken.files.read('note.txt')).toBe('kept')
    expect((await woken.commands.run('cat /usr/bin/tac')).stdout).toBe('mine\n')
    expect((await processesOf(user.isGiven)).length).toBeGreaterThan(0)
    await woken.kill()

    await expect.poll(() => processesOf(user.isGiven)).toEqual([])
    expect(await server.stop()).toBe(0)
    expect(await processesOf(user.owns)).toEqual([])
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain(user.tmp)
    for (const place of [user.home, user.tmp]) expect(await belongingTo(place, user.isGiven)).toEqual([])
    expect(server.complaint()).not.toMatch(/"level":(50|60)/)
  })
})
