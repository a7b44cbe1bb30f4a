import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { accessPart } from './access/access-part.ts'
import { createHiding } from './access/hiding.ts'
import { keptAnswersPart } from './access/kept-answers-part.ts'
import { LOCAL_USER } from './access/keys.ts'
import { chooseSandbox } from './adapter/choose-sandbox.ts'
import { chooseStateBlobs } from './adapter/choose-state-blobs.ts'
import { embeddingsPart } from './adapter/embeddings-part.ts'
import { modelPart } from './adapter/model-part.ts'
import { packagesPart } from './adapter/packages-part.ts'
import { storePart } from './adapter/store-part.ts'
import { approvalsPart } from './approval/approvals-part.ts'
import { configOf } from './config/config-of.ts'
import type { LoadedConfig } from './config/load-config.ts'
import type { Config } from './config/settings.ts'
import { EngineError } from './contract/errors.ts'
import { ID_RANDOM_BYTES, type IdPrefix, makeId } from './contract/id.ts'
import type { Engine } from './engine/engine.ts'
import type { EngineCore } from './engine/engine-core.ts'
import { heartPart } from './engine/heart-part.ts'
import { openCapabilities } from './engine/open-capabilities.ts'
import { createParts, type Parts } from './engine/parts.ts'
import { kernelPrograms, livesOn } from './kernel/kernel-programs.ts'
import { showingFiles } from './kernel/python/program/showing-program.ts'
import { PACKAGES } from './language/language.ts'
import { languages } from './language/languages.ts'
import { machinesPart } from './machine/machines-part.ts'
import { memoryPart } from './memory/memory-part.ts'
import { createExamplesFor } from './memory/pattern/examples-for.ts'
import { patternsPart } from './memory/pattern/patterns-part.ts'
import { createProgramsFor } from './memory/pattern/programs-for.ts'
import { playbookPart } from './memory/playbook/playbook-part.ts'
import { resultsPart } from './memory/result/results-part.ts'
import { paidEmbedder, paidModel } from './model/paid-model.ts'
import { createLogger, type LoggerOptions, logEvents } from './observe/logger.ts'
import { createMetrics } from './observe/metrics.ts'
import { reportsPart } from './observe/reports-part.ts'
import { sandboxPart } from './observe/sandbox-part.ts'
import { createDetect } from './pipeline/detect/detect.ts'
import { createEdge } from './pipeline/edge.ts'
import { askFirst } from './pipeline/execute/ask-first.ts'
import { createExecute } from './pipeline/execute/execute.ts'
import { servingCached } from './pipeline/execute/serve-cached.ts'
import { PLAIN } from './pipeline/execute/warm-kinds.ts'
import { createGrants } from './pipeline/grants.ts'
import { qualityPart } from './pipeline/quality-part.ts'
import { readingPart } from './pipeline/reading/reading-part.ts'
import { inTurnOf, turnOf } from './pipeline/reading/turn-of.ts'
import { rememberPart } from './pipeline/remember-part.ts'
import { repairPart } from './pipeline/repair-part.ts'
import { testsPart } from './pipeline/tests-part.ts'
import { unifiedDiff } from './pipeline/unified-diff.ts'
import { afterworkPart } from './run/afterwork-part.ts'
import { createAssertRunnable } from './run/assert-runnable.ts'
import { presencePart } from './run/presence-part.ts'
import { runsPart } from './run/runs-part.ts'
import { webhooksPart } from './run/webhook/webhooks-part.ts'
import { ownCgroups } from './sandbox/cgroup/find.ts'
import { createInterpreterMark } from './sandbox/host/interpreter-mark.ts'
import { createPackageMounts } from './sandbox/host/package-mounts.ts'
import type { SandboxProvider } from './sandbox/sandbox.ts'
import { lookedAt } from './sandbox/walls.ts'
import { liveSandboxesPart } from './session/live-sandboxes-part.ts'
import { sessionsPart } from './session/sessions-part.ts'
import { statesPart } from './session/states-part.ts'
import { causedBy } from './store/event/caused-by.ts'

export { LOCAL_USER, makeKey } from './access/keys.ts'
export { loadConfig } from './config/load-config.ts'
export type { Config } from './config/settings.ts'
export type { Caller } from './contract/caller.ts'
export { EngineError } from './contract/errors.ts'
export type { Engine } from './engine/engine.ts'
export { backupHome } from './home/backup-home.ts'
export { restoreHome } from './home/restore-home.ts'
export type * from './machine/machine.ts'
export type * from './machine/template/template.ts'
export { csvOf, csvPieces } from './observe/csv.ts'
export type { RunCaller } from './run/start-run.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Facilities that the host gives to the engine; tests give their own. */
export interface EngineOverrides {
  sandbox?: SandboxProvider
  logs?: LoggerOptions['destination']
  clock?: () => number
  /** Tries the quick attacks on a sandbox before the first run, rather than only making one. */
  selfTest?: boolean
  /** For a process that runs one program and ends: no sandboxes are kept ready. */
  isBrief?: boolean
  /** For a process that opens one engine after the other: the next engine takes over the loaded reading threads. */
  restThreads?: boolean
  /** Keys accepted beside the stored ones, such as the one an in-process client is given. */
  extraKeys?: string[]
}

/**
 * The only place where parts meet. Settings are passed in; only callers of `loadConfig` read the environment and the
 * configuration file.
 */
export async function createEngine(
  settings: LoadedConfig | Partial<Config> = {},
  overrides: EngineOverrides = {},
): Promise<Engine> {
  const loaded = 'origins' in settings ? settings : configOf(settings)
  const parts = createParts()
  try {
    return await openEngine(parts, loaded, overrides)
  } catch (error) {
    // The first reason is reported; failures to close are its consequences.
    await parts.close().catch(() => {})
    throw error
  }
}

/** The list of all parts, in the order in which they open: each stands on those above it, and is closed before them. */
async function openEngine(parts: Parts, loaded: LoadedConfig, overrides: EngineOverrides): Promise<Engine> {
  const { open } = parts
  const { config } = loaded
  const { selfTest = false, isBrief = false, restThreads = false, extraKeys = [], logs, clock = Date.now } = overrides
  const bareModel = await open(modelPart(config))
  const bareEmbedder = await open(embeddingsPart(config))
  // Probing the control groups goes on while the store opens.
  const cgroups = ownCgroups()
  cgroups.catch(() => {})

  const { known, mask, newMask } = createHiding(config)
  const logger = createLogger({ level: config.logLevel, mask, ...(logs && { destination: logs }) })
  const newId = (prefix: IdPrefix) => makeId(prefix, clock(), randomBytes(ID_RANDOM_BYTES))
  const onTrouble = (error: unknown) => logger.error({ err: error }, 'trouble inside the engine')
  const onBug = (error: unknown): EngineError => {
    const requestId = newId('req')
    logger.error({ err: error, requestId }, 'unexpected error')
    return new EngineError('INTERNAL', { requestId }, { cause: error })
  }
  const ground = { config, clock, newId, onTrouble }
  const { store, journal, blobs } = await open(storePart({ ...ground, mask }))
  const { machineSeal, answerSeal, webhookSecret, ...access } = await open(
    accessPart({ ...ground, store, known, extraKeys }),
  )
  const approvals = await open(approvalsPart({ ...ground, store }))
  const payer = () => turnOf() || LOCAL_USER
  const model = bareModel && paidModel(bareModel, { take: approvals.purse, payer })
  const embedder = bareEmbedder && paidEmbedder(bareEmbedder, approvals.purse)
  const engineId = await open(presencePart({ ...ground, store }))
  const keptAnswers = await open(keptAnswersPart({ ...ground, store, engineId, seal: answerSeal }))

  const packages = await open(packagesPart(ground))
  const isWarm = config.warmSandboxes > 0 && !isBrief
  const forSandboxes = { ...ground, isWarm, packages: packages.shown }
  const provider = overrides.sandbox ?? (await chooseSandbox(config, { ...forSandboxes, cgroups: await cgroups }))
  const { sandbox, walls, slots } = await open(
    sandboxPart({ ...ground, sandbox: provider, selfTest, warm: isWarm ? PLAIN : undefined, languages }),
  )
  const metrics = createMetrics(slots)
  journal.observe(logEvents(logger))
  journal.observe(metrics.observeEvent)

  const finish = await open(afterworkPart(ground))
  const { reading, customRules } = await open(readingPart({ config, isBrief, rests: restThreads }))
  const { record, inspections } = await open(memoryPart({ ...ground, store, onLook: metrics.observeLook }))
  const { patterns: memory, repairs: knownRepairs } = await open(
    patternsPart({
      ...{ ...ground, store, isBrief, embedder, diff: unifiedDiff },
      assertShared: (...asked) => playbook.agents.assertShared(...asked),
    }),
  )
  const playbook = await open(playbookPart({ ...ground, store }))
  const grants = createGrants(config, walls.assertStanding)
  const detect = createDetect({ languages, reading, livesOn, answerWishes: packages.answer })
  const packageMounts = createPackageMounts({ execPath: process.execPath, target: PACKAGES })
  // A process that runs one program looks at the walls of that program's sandbox.
  const looks = isBrief && sandbox.isLookedAtInside
  const results = await open(
    resultsPart({ ...ground, rows: store.cachedResults, onLook: metrics.observeCache, isBrief }),
  )
  const runInSandbox = createExecute({
    sandbox: looks ? lookedAt(sandbox) : sandbox,
    packageMounts,
    showingFiles,
    finish,
    newMask,
  })
  const markOf = createInterpreterMark({ packages: packages.shown, execPath: process.execPath, clock })
  const run = servingCached(runInSandbox, {
    ...{ cache: results, surroundings: [version, sandbox.name] },
    // Elsewhere only a sandbox knows its interpreters.
    markOf: sandbox.hasHostPrograms && config.cacheResults > 0 ? markOf : undefined,
  })
  const edge = createEdge({
    approvals,
    ceiling: config.networkCeiling,
    verdictOn: (...asked) => quality.verdictOn(...asked),
    dangersOf: (...asked) => quality.dangersOf(...asked),
  })
  const execute = askFirst(run, edge)
  const pipeline = { ...ground, detect, execute, reading, model, languages, grants, slots }
  const { policies, measures, patterns } = store
  const quality = await open(qualityPart({ ...pipeline, customRules, inspections, policies, measures }))
  await open(
    rememberPart({
      ...{ isOn: config.memory, find: isBrief ? async () => [] : memory.recall, keep: memory.remember, onTrouble },
      learn: knownRepairs.learn,
    }),
  )
  const repair = await open(
    repairPart({
      ...{ ...pipeline, record, patterns, inspect: quality.inspectCorrection, lessons: playbook.lessonsFor },
      ...(config.memory && { repairs: knownRepairs }),
      ...(config.memory &&
        !isBrief && {
          examples: createExamplesFor(memory.recall, config.memoryPromptTokens),
          programs: createProgramsFor(memory.recall),
        }),
    }),
  )
  const tests = await open(testsPart({ ...pipeline, quality }))

  const states = await open(statesPart({ ...ground, store, blobs: await chooseStateBlobs(config) }))
  const lasting = { ...ground, ...states, edge, store, grants, engineId, programs: kernelPrograms, newMask, finish }
  const sandboxes = await open(liveSandboxesPart({ ...lasting, sandbox, warm: PLAIN }))
  const machines = await open(machinesPart({ ...lasting, ...access, ...sandboxes, sandbox, seal: machineSeal }))
  const { forRun, ...sessions } = await open(sessionsPart({ ...lasting, ...sandboxes, provider: sandbox.name }))

  const webhooks = await open(webhooksPart({ ...ground, store, journal, webhookSecret }))
  await open(heartPart({ ...ground, beat: parts.beat }))
  const stages = { detect: detect.stage, execute, ...parts.stages() }
  const assertRunnable = createAssertRunnable({
    hasHostPrograms: sandbox.hasHostPrograms ?? false,
    packageMounts,
    clock,
  })
  const needed = { ...pipeline, ...access, assertRunnable, packages, webhooks, quality, playbooks: playbook }
  const started = { ...needed, store, blobs, journal, engineId, isBrief, stages, onBug }
  const runGrants = looks ? { ...grants, assertWalls: async () => {} } : grants
  const runs = await open(runsPart({ ...started, grants: runGrants, sessions: { forRun } }))
  const reports = await open(reportsPart({ version, loaded, store, parts }))

  const core: EngineCore = {
    ...{
      version,
      config,
      logger,
      metrics,
      sandbox,
      walls,
      sessions,
      quality,
      tests,
      packages,
      inTurnOf,
      causedBy,
      onBug,
    },
    keptAnswers,
    ...{ ...access, ...machines, ...repair, ...runs, ...reports },
    webhooks,
    playbooks: playbook,
    approvals,
    memory,
    results,
    volumes: states.volumes,
    createSandbox: sandboxes.createSandbox,
    detect: detect.blocksOf,
    newRequestId: () => newId('req'),
  }
  const kept = { store, journal, blobs, engineId, isBrief, mask, grants, edge, takePlace: sandboxes.takePlace }
  const capabilities = await openCapabilities(open, { ...core, ...ground, ...kept, model })
  return { ...core, ...capabilities, routes: parts.routes(), close: parts.close }
}
