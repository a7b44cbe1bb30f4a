import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Terminal {
  /** As keys are pressed: \r is Enter, \x03 Ctrl-C, \x04 Ctrl-D. */
  type(keys: string): void
  /** Everything shown since the last call, up to and including the awaited text. */
  until(text: string): Promise<string>
  /** Exit code of the command. */
  ended: Promise<number | null>
}

const PATIENCE_MS = 60_000

/** Runs `work` with a command at a real pseudo-terminal: that of script(1), which every Debian has. */
export async function atTerminal(
  command: string,
  env: NodeJS.ProcessEnv,
  work: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  // script starts the command by a shell. A remaining shell would get each Ctrl-C too, and some end of it: so it becomes the
  // command.
  const child = spawn('/usr/bin/script', ['-qfec', `exec ${command}`, '/dev/null'], {
    env: { ...env, TERM: 'xterm', NO_COLOR: '1' },
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  try {
    await work({ type: (keys) => void child.stdin.write(keys), until: reader(child), ended })
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

function reader({ stdout }: ChildProcess): Terminal['until'] {
  let shown = ''
  let look = () => {}
  stdout?.on('data', (bytes: Buffer) => {
    shown += bytes.toString()
    look()
  })
  return (text) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`"${text}" was not shown, but: ${shown}`)), PATIENCE_MS)
      look = () => {
        const at = shown.indexOf(text)
        if (at < 0) return
        clearTimeout(timer)
        look = () => {}
        const seen = shown.slice(0, at + text.length)
        shown = shown.slice(at + text.length)
        resolve(seen)
      }
      look()
    })
}
