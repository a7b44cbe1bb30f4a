import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { startCommand } from '../../start-command.ts'
import type { BuildPlan } from '../template.ts'
import type { BuildLog } from './build-log.ts'
import type { BuildState } from './build-state.ts'

export interface BuildEnd {
  plan: BuildPlan
  templateId: string
  state: BuildState
  log: BuildLog
  inSandbox(use: (sandbox: Sandbox) => Promise<void>): Promise<void>
  signal: AbortSignal
}

const STEP = 'finalize'
const READY_WITHIN_MS = 600_000

/** Tries in a separate sandbox that the start command becomes ready; none of its changes are kept. */
export async function finishBuild({ plan, templateId, state, log, inSandbox, signal }: BuildEnd): Promise<void> {
  const { startCommand: command = '', readyCommand: ready = null } = plan
  if (!command && !ready) return
  if (command) log.add('info', `[finalize] Starting: ${command}`, STEP)
  if (ready) log.add('info', `[finalize] Waiting for: ${ready}`, STEP)
  const streams = { stdout: log.lines('[start] [stdout]: ', STEP), stderr: log.lines('[start] [stderr]: ', STEP) }
  const from = { templateId, start: { command, ready }, user: state.user, workdir: state.workdir }
  try {
    await inSandbox((sandbox) =>
      startCommand(sandbox, {
        ...{ from, signal, readyWithinMs: READY_WITHIN_MS, mustBeReady: true },
        onOutput: ({ stream, bytes }) => streams[stream].write(bytes),
        onComplaint: (complaint) => log.add('warn', `[finalize] Not ready: ${complaint}`, STEP),
      }),
    )
  } finally {
    streams.stdout.end()
    streams.stderr.end()
  }
  log.add('info', '[finalize] Ready', STEP)
}
