import { printed, takeWaiting, warmJail } from './warm.fixture.ts'

/** A server with boxes that wait and one at work: says when they do, and waits to be killed. */
const jail = await warmJail({ floor: 3 })
const control = await takeWaiting(jail)
await control.sandbox.start(['/usr/bin/sleep', '600'])
await takeWaiting(jail, { warm: 'javascript' })
process.stdout.write(await printed(await takeWaiting(jail), 'print("ready")'))
