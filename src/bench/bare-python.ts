import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Reads a line of code, runs it in one namespace, and answers with its value: the minimal cell. */
const LOOP = `
import sys
names = {}
for line in sys.stdin:
    try: value = eval(compile(line, 'cell', 'eval'), names)
    except SyntaxError: value = exec(compile(line, 'cell', 'exec'), names)
    print(repr(value), flush=True)
`

export interface BarePython {
  execute(line: string): Promise<string>
  close(): Promise<void>
}

/** A live Python without a sandbox, an agent or a protocol, as the baseline of a cell. It gets our own code only. */
export function openBarePython(): BarePython {
  const child = spawn('/usr/bin/python3', ['-I', '-c', LOOP], {
    env: {},
    // A process group of its own: Ctrl-C is for the bench, which then closes its input.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    execute: async (line) => {
      child.stdin.write(`${line}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the bare python3 ended early')
      return value
    },
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
