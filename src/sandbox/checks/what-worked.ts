import assert from 'node:assert/strict'
import type { CheckedSandbox } from './in-sandbox.ts'

/** Runs lines of Python one by one in a program of the sandbox, after `setup`; gives those that do not raise. */
export async function whatWorked(checked: CheckedSandbox, setup: string, attempts: string[]): Promise<string> {
  const source = `
${setup}
for attempt in ${JSON.stringify(attempts)}:
    try: exec(attempt)
    except Exception: continue
    print('worked:', attempt)
print('tried all')`
  const run = await checked.python(source)
  assert.match(run.stdout, /tried all\n$/, run.stderr)
  return run.stdout.replace(/tried all\n$/, '')
}
