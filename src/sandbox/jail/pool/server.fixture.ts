import { printed, takeWaiting, warmJail } from './warm.fixture.ts'

/** A server with waiting sandboxes and one at work: it says when they are ready, and waits to be killed. */
const jail = await warmJail({ floor: 3 })
const control = await takeWaiting(jail)
await control.sandbox.start(['/usr/bin/sleep', '600'])
await takeWaiting(jail, { warm: 'javascript' })
process.stdout.write(await printed(await takeWaiting(jail), 'print("ready")'))
