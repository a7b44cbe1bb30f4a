import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'

export interface BuildProgram {
  command: string[]
  user: string
  env: Record<string, string>
  cwd: string
  input?: AsyncIterable<Uint8Array>
  onOutput?(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
}

/** Runs a program of a build to its end; the build fails unless the program succeeds. */
export async function runProgram(
  sandbox: Sandbox,
  { command, user, env, cwd, input, onOutput }: BuildProgram,
): Promise<void> {
  const program = await sandbox.start(command, { user, env, cwd, stdin: input !== undefined })
  program.onOutput(({ stream, bytes }) => onOutput?.(stream, bytes))
  // A program that ended early does not read the rest; its end tells why.
  if (input) await feed(program, input).catch(() => {})
  const { exitCode, signal } = await program.exited
  if (exitCode === 0) return
  throw new BuildFailure(exitCode === null ? `signal: ${signal}` : `exit status ${exitCode}`)
}

async function feed(
  program: { write(bytes: Uint8Array): Promise<void>; closeStdin(): Promise<void> },
  input: AsyncIterable<Uint8Array>,
) {
  for await (const bytes of input) await program.write(bytes)
  await program.closeStdin()
}
