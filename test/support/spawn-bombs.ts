import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { ADA, type InSession } from './cells.ts'

export const SMALL = { request: { limits: { processes: 32, memoryMb: 256 } } }

/** Forks for ever, also where there is no room. */
const BOMB = 'import os\\nwhile 1:\\n try: os.fork()\\n except OSError: pass'

/** Each leaves a bomb behind in a session of its own, where it goes off. */
const SPAWN_BOMBS = {
  javascript: `require("child_process").spawn("python3", ["-c", "${BOMB}"], { detached: true, stdio: "ignore" }).unref()`,
  python: `import subprocess; bomb = subprocess.Popen(["python3", "-c", "${BOMB}"], start_new_session=True)`,
  bash: `setsid python3 -c $'${BOMB}' >/dev/null 2>&1 &`,
}

/** A cell leaves a bomb behind; afterwards everything that the session held is there. */
export async function survivesBomb({ engine, id, cell }: InSession, language: keyof typeof SPAWN_BOMBS): Promise<void> {
  await cell('kept = 42')
  await cell('var kept = 42', 'javascript')
  // Guard would refuse it, and the wall has to hold without.
  await cell(SPAWN_BOMBS[language], language, { securityCheck: false })
  await delay(1000)
  expect(await cell('print(kept)')).toMatchObject({ outcome: 'ok', stdout: '42\n' })
  expect(await cell('console.log(kept)', 'javascript')).toMatchObject({ outcome: 'ok', stdout: '42\n' })
  // A shell needs a process to be saved: where the bomb leaves none, this run is lost, and the next has a fresh sandbox.
  if ((await cell('echo here', 'bash')).outcome !== 'ok')
    expect(await cell('echo here', 'bash')).toMatchObject({ outcome: 'ok', stdout: 'here\n' })
  expect(await engine.sessions.variables.get(id, ADA, { name: 'kept', language: 'python' })).toMatchObject({
    value: 42,
  })
}
