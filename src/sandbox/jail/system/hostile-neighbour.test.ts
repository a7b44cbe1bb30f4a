import { afterAll, expect, it } from 'vitest'
import { openSystemJail, runAs } from './system.fixture.ts'

const jail = await openSystemJail()
afterAll(() => jail.close?.())

/** Takes as many watchers as it gets, prints their number, and stays when it is told to. */
const TAKE_WATCHERS = `
import ctypes, sys
libc, count = ctypes.CDLL(None), 0
while libc.inotify_init() >= 0:
    count += 1
print(count, flush=True)
sys.stdin.read()
`

it('a system that takes all file watchers it can get leaves the others theirs', async () => {
  const [greedy, other] = await Promise.all([jail.createSystem(), jail.createSystem()])
  try {
    await greedy.sandbox.files.as('root').write('/take.py', TAKE_WATCHERS)
    await other.sandbox.files.as('root').write('/take.py', TAKE_WATCHERS)
    const holder = await greedy.sandbox.start(['python3', '/take.py'], { user: 'root', stdin: true })
    const taken = await new Promise<string>((resolve) =>
      holder.onOutput(({ bytes }) => resolve(`${Buffer.from(bytes)}`)),
    )
    expect(Number(taken)).toBeGreaterThan(64)
    expect((await runAs(other, 'user', 'python3 /take.py < /dev/null')).output).toBe(taken)
  } finally {
    await Promise.all([greedy.destroy(), other.destroy()])
  }
})
