import type { Limits } from '../../../contract/limits.ts'
import type { Sandbox, SandboxControl } from '../../../sandbox/sandbox.ts'
import type { Images } from '../../machine.ts'
import type { BuildPlan, BuildStep, BuiltPoint } from '../template.ts'
import { baseImage } from './base-image.ts'
import { BuildFailure } from './build-failure.ts'
import type { BuildLog } from './build-log.ts'
import { type BuildSandboxParts, inBuildSandbox } from './build-sandbox.ts'
import type { BuildState } from './build-state.ts'
import { doStep } from './do-step.ts'
import { finishBuild } from './finish-build.ts'
import { createStepCache, type StepCacheParts } from './step-cache.ts'
import type { StepWork } from './step-work.ts'

export interface BuilderParts extends BuildSandboxParts, StepCacheParts {
  images: Readonly<Record<string, string>>
  resolve: Images['resolve']
  files(hash: string, userId: string): ReturnType<StepWork['files']>
}

export interface BuildWork {
  plan: BuildPlan
  templateId: string
  userId: string
  limits: Limits
  log: BuildLog
  /** Keeps layers while the build goes on. */
  hold(layers: readonly string[]): void
  /** Called with the current step: `base`, the number of a step, `finalize`. */
  onStep(step: string): void
  signal: AbortSignal
}

/** The kernel stacks at most 500; snapshots of machines come on top. */
const MOST_LAYERS = 200

/** Follows a recipe, with one sandbox and one layer for each step; remembered steps are not done again. */
export async function buildTemplate(
  parts: BuilderParts,
  work: BuildWork,
): Promise<Omit<BuiltPoint, 'cpuCount' | 'memoryMb'>> {
  const { plan, log, onStep } = work
  const cache = createStepCache(parts, work)
  onStep('base')
  let state = await baseOf(parts, work)
  let mayBeKnown = !plan.force
  for (const [index, step] of plan.steps.entries()) {
    const number = String(index + 1)
    const title = `[builder ${number}/${plan.steps.length}] ${step.type} ${step.args.filter(Boolean).join(' ')}`
    onStep(number)
    if (state.layers.length >= MOST_LAYERS) {
      throw new BuildFailure(`a template has ${MOST_LAYERS} layers at most: join commands into one step`)
    }
    mayBeKnown &&= !step.force
    const known = mayBeKnown ? await cache.find(step, state) : undefined
    log.add('info', known ? `CACHED ${title}` : title, number)
    const after = known ?? (await makeStep(parts, { ...work, step, number, state }))
    if (!known) await cache.keep(step, state, after)
    state = after
  }
  onStep('finalize')
  const { templateId, signal } = work
  const inSandbox = (use: (sandbox: Sandbox) => Promise<void>) =>
    inBuildSandbox(parts, { ...work, state }, ({ sandbox }) => use(sandbox))
  await finishBuild({ plan, templateId, state, log, inSandbox, signal })
  const { startCommand, readyCommand } = plan
  const start = startCommand ? { start: { command: startCommand, ready: readyCommand || null } } : {}
  return { ...state, ...start }
}

async function baseOf({ resolve, images }: BuilderParts, { plan, userId, hold, log }: BuildWork): Promise<BuildState> {
  const { fromImage, fromTemplate } = plan
  if (fromTemplate === undefined) {
    if (fromImage === undefined)
      throw new BuildFailure('the template is built from nothing: name an image or a template')
    log.add('info', `[base] FROM ${fromImage}`, 'base')
    return baseImage({ image: fromImage, images, log })
  }
  log.add('info', `[base] FROM TEMPLATE ${fromTemplate}`, 'base')
  hold((await resolve(fromTemplate, userId)).layers)
  // Layers that still exist once they are held stay.
  const { layers, root, env, user, workdir } = await resolve(fromTemplate, userId)
  return { layers, env, user, workdir, ...(root !== undefined && { root }) }
}

type OneStep = BuildWork & { step: BuildStep; number: string; state: BuildState }

async function makeStep(parts: BuilderParts, work: OneStep): Promise<BuildState> {
  const { step, number, state, log, userId, hold } = work
  const prefix = `[builder ${number}/${work.plan.steps.length}]`
  const streams = {
    stdout: log.lines(`${prefix} [stdout]: `, number),
    stderr: log.lines(`${prefix} [stderr]: `, number),
  }
  const inSandbox = <T>(use: (control: SandboxControl) => Promise<T>) => inBuildSandbox(parts, work, use)
  const stepWork = {
    ...{ step, state },
    files: (hash: string) => parts.files(hash, userId),
    onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => streams[stream].write(bytes),
  }
  try {
    return await doStep(stepWork, {
      inSandbox: (use) => inSandbox(({ sandbox }) => use(sandbox)),
      withLayer: (use) =>
        inSandbox(async (control) => {
          const result = await use(control.sandbox)
          if (!result.isChanged) return { result, layers: state.layers }
          const layer = await parts.layers.add(userId, control.changes())
          hold([layer])
          return { result, layers: [...state.layers, layer] }
        }),
    })
  } finally {
    streams.stdout.end()
    streams.stderr.end()
  }
}
