import type { Limits } from '../../contract/limits.ts'
import type { SandboxFiles } from '../files.ts'
import type {
  ExecOptions,
  ExecResult,
  OutputChunk,
  Sandbox,
  SandboxControl,
  SandboxProvider,
  SandboxSpec,
} from '../sandbox.ts'

/** Limits so small that a bomb is over soon, and that a provider which fails a check does no harm. */
export const CHECK_LIMITS: Limits = {
  timeoutMs: 10_000,
  memoryMb: 128,
  cpuPercent: 200,
  processes: 32,
  openFiles: 128,
  outputBytes: 4_000_000,
  diskMb: 16,
}

export type Run = ExecResult & { stdout: string; stderr: string }
export type RunOptions = Omit<ExecOptions, 'input' | 'onOutput'> & { input?: string | Uint8Array }

/** A sandbox of the provider under test, with the usual actions of checks. */
export interface CheckedSandbox {
  control: SandboxControl
  sandbox: Sandbox
  files: SandboxFiles
  run(command: string[], options?: RunOptions): Promise<Run>
  bash(script: string, options?: RunOptions): Promise<Run>
  python(source: string, options?: RunOptions): Promise<Run>
}

export type CheckedSpec = Omit<Partial<SandboxSpec>, 'limits'> & { limits?: Partial<Limits> }

/** The body of a check: makes a sandbox, uses it, and destroys it in any case. */
export const inSandbox =
  (use: (checked: CheckedSandbox, provider: SandboxProvider) => Promise<void>, spec: CheckedSpec = {}) =>
  (provider: SandboxProvider): Promise<void> =>
    withSandbox(provider, spec, (checked) => use(checked, provider))

export async function withSandbox<T>(
  provider: SandboxProvider,
  spec: CheckedSpec,
  use: (checked: CheckedSandbox) => Promise<T>,
): Promise<T> {
  const limits = { ...CHECK_LIMITS, ...spec.limits }
  const control = await provider.create({ ...spec, limits }, new AbortController().signal)
  try {
    return await use(openSandbox(control))
  } finally {
    await control.destroy()
  }
}

function openSandbox(control: SandboxControl): CheckedSandbox {
  const { sandbox } = control
  const run = (command: string[], options: RunOptions = {}) => runInSandbox(sandbox, command, options)
  return {
    control,
    sandbox,
    files: sandbox.files,
    run,
    bash: (script, options) => run(['/usr/bin/bash', '-c', script], options),
    python: (source, options) => run(['/usr/bin/python3', '-I', '-c', source], options),
  }
}

async function runInSandbox(sandbox: Sandbox, command: string[], { input, ...options }: RunOptions): Promise<Run> {
  const output = collectOutput()
  const bytes = typeof input === 'string' ? Buffer.from(input) : input
  const result = await sandbox.exec(command, { ...options, ...(bytes && { input: bytes }), onOutput: output.take })
  return { ...result, stdout: output.text('stdout'), stderr: output.text('stderr') }
}

/** Keeps a program's output, and tells when it has printed something. */
export function collectOutput() {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  let tell: () => void = () => {}
  const text = (stream: 'stdout' | 'stderr' = 'stdout') => Buffer.concat(chunks[stream]).toString()
  return {
    text,
    take: ({ stream, bytes }: OutputChunk): void => {
      chunks[stream].push(Buffer.from(bytes))
      tell()
    },
    /** Resolves when the standard output matches; a check that waits in vain fails with a message instead of hanging. */
    async until(pattern: RegExp, timeoutMs = 20_000): Promise<string> {
      const deadline = performance.now() + timeoutMs
      while (!pattern.test(text())) {
        const leftMs = deadline - performance.now()
        if (leftMs <= 0)
          throw new Error(`${pattern} was not printed in ${timeoutMs} ms, only ${JSON.stringify(text())}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs)
          tell = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return text()
    },
  }
}
