import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'
import { runProgram } from './run-program.ts'
import { assertUser } from './sandbox-user.ts'
import type { StepWork } from './step-work.ts'

/** RUN command [user]: run by a login shell, in the working directory. */
export async function runStep(sandbox: Sandbox, { step, state, home, onOutput }: StepWork): Promise<void> {
  const [command, user] = step.args
  if (!command) throw new BuildFailure('RUN needs a command')
  try {
    const name = user || state.user
    await assertUser(sandbox, name)
    await runProgram(sandbox, {
      command: ['/bin/bash', '-l', '-c', command],
      ...{ user: name, env: state.env, cwd: state.workdir ?? home, onOutput },
    })
  } catch (error) {
    throw new BuildFailure(`failed to run command '${command}': command failed: ${(error as Error).message}`)
  }
}
