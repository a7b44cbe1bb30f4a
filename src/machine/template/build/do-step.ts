import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { BuildState } from './build-state.ts'
import { copyStep } from './copy-step.ts'
import { envStep, loginEnvironment } from './env-step.ts'
import { userStep, workdirStep } from './place-steps.ts'
import { runStep } from './run-step.ts'
import { assertUser } from './sandbox-user.ts'
import type { StepWork } from './step-work.ts'

export interface StepTools {
  /** Runs work in a sandbox with all layers so far. */
  inSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T>
  /** Runs work in such a sandbox, and adds a layer of its changes if there are any. */
  withLayer<T extends { isChanged: boolean }>(
    work: (sandbox: Sandbox) => Promise<T>,
  ): Promise<{ result: T; layers: string[] }>
}

/** Does one step and gives the new state. Only steps that can change files make a layer. */
export async function doStep(work: Omit<StepWork, 'home'>, { inSandbox, withLayer }: StepTools): Promise<BuildState> {
  const { step, state } = work
  const atHome = async (sandbox: Sandbox): Promise<StepWork> => ({
    ...work,
    home: await assertUser(sandbox, state.user),
  })
  switch (step.type) {
    case 'ENV': {
      const ask = () => inSandbox(async (sandbox) => loginEnvironment(sandbox, await atHome(sandbox)))
      return { ...state, env: { ...state.env, ...(await envStep(step.args, ask)) } }
    }
    case 'WORKDIR': {
      const { result, layers } = await withLayer(async (sandbox) => workdirStep(sandbox, await atHome(sandbox)))
      return { ...state, layers, workdir: result.value }
    }
    case 'USER': {
      const { result, layers } = await withLayer(async (sandbox) => userStep(sandbox, await atHome(sandbox)))
      return { ...state, layers, user: result.value }
    }
    case 'RUN':
    case 'COPY': {
      const run = step.type === 'RUN' ? runStep : copyStep
      const { layers } = await withLayer(async (sandbox) => {
        await run(sandbox, await atHome(sandbox))
        return { isChanged: true }
      })
      return { ...state, layers }
    }
  }
}
