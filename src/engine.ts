import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { LOCAL_USER } from './access/keys.ts'
import { mentionsKey } from './access/mentions-key.ts'
import { assembleCommands } from './assembly/assemble-commands.ts'
import { assembleMachines } from './assembly/assemble-machines.ts'
import { assembleQuality } from './assembly/assemble-quality.ts'
import { assembleRepair } from './assembly/assemble-repair.ts'
import { assembleRetention } from './assembly/assemble-retention.ts'
import { assembleSessions, type SessionForRun } from './assembly/assemble-sessions.ts'
import { assembleTests } from './assembly/assemble-tests.ts'
import { chooseModel } from './assembly/choose-model.ts'
import { chooseSandbox } from './assembly/choose-sandbox.ts'
import { chooseStateBlobs } from './assembly/choose-state-blobs.ts'
import { configOf } from './assembly/config-of.ts'
import { createReports } from './assembly/create-reports.ts'
import { createDerivedRuns, type RunCaller } from './assembly/derived-runs.ts'
import { announceEngine } from './assembly/local-engines.ts'
import { openFoundation } from './assembly/open-foundation.ts'
import { openReading } from './assembly/open-reading.ts'
import { limitPolicyOf } from './config/limit-policy.ts'
import { listSettings } from './config/list-settings.ts'
import type { LoadedConfig } from './config/load-config.ts'
import type { Config } from './config/settings.ts'
import type { LogQuery } from './contract/api.ts'
import { EngineError, problemsOf } from './contract/errors.ts'
import { halfCharacterIn } from './contract/half-character.ts'
import { ID_RANDOM_BYTES, type IdPrefix, makeId } from './contract/id.ts'
import { type RunRequest, runRequest } from './contract/run.ts'
import { kernelPrograms, livesOn } from './kernel/kernel-programs.ts'
import { PACKAGES } from './language/language.ts'
import { languages } from './language/languages.ts'
import { openStrategyRecord } from './memory/strategy-record.ts'
import { exportLogs } from './observe/export-logs.ts'
import { type LoggerOptions, logEvents } from './observe/logger.ts'
import { createMetrics } from './observe/metrics.ts'
import { createReadStreams } from './observe/read-streams.ts'
import { watchSandbox } from './observe/sandbox-watch.ts'
import { createDetect } from './pipeline/detect/detect.ts'
import { createExecute } from './pipeline/execute/execute.ts'
import { PLAIN } from './pipeline/execute/warm-kinds.ts'
import { workspaceOf } from './pipeline/execute/workspace.ts'
import { grantLimits } from './pipeline/grant-limits.ts'
import { programsOf } from './pipeline/programs-of.ts'
import { inTurnOf } from './pipeline/reading/turn-of.ts'
import { createRuns, type StartedRun } from './run/runs.ts'
import { findCgroups } from './sandbox/cgroup/find.ts'
import { sandboxChecks } from './sandbox/checks.ts'
import { assertWithinCeiling } from './sandbox/egress/ceiling.ts'
import { createPackageMounts } from './sandbox/host/package-mounts.ts'
import type { SandboxProvider } from './sandbox/sandbox.ts'
import { createSlots } from './sandbox/slots.ts'
import { createLiveSandboxes } from './session/live-sandboxes.ts'

export { type Caller, LOCAL_USER, makeKey } from './access/keys.ts'
export { backupHome } from './assembly/backup-home.ts'
export type { RunCaller } from './assembly/derived-runs.ts'
export { restoreHome } from './assembly/restore-home.ts'
export { loadConfig } from './config/load-config.ts'
export type { Config } from './config/settings.ts'
export { EngineError } from './contract/errors.ts'
export type * from './machine/machine.ts'
export type * from './machine/template/template.ts'
export { csvOf, csvPieces } from './observe/csv.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** What the host gives to the engine; tests give their own. */
export interface EngineOverrides {
  sandbox?: SandboxProvider
  logs?: LoggerOptions['destination']
  clock?: () => number
  /** Tries the quick attacks on a sandbox before the first run, not only whether one can be made. */
  selfTest?: boolean
  /** For a process that runs one thing and ends: nothing is kept waiting for the next. */
  isBrief?: boolean
  /** Keys accepted beside the stored ones, such as the one an in-process client is given. */
  extraKeys?: string[]
}

export type Engine = Awaited<ReturnType<typeof createEngine>>

/**
 * The only place where parts meet: opens the store, chooses the sandbox, and hands each part what it needs.
 * Settings may be given as they are; the environment and the configuration file are read only by who calls `loadConfig`.
 */
export async function createEngine(settings: LoadedConfig | Partial<Config> = {}, overrides: EngineOverrides = {}) {
  const loaded = 'origins' in settings ? settings : configOf(settings)
  const { config } = loaded
  const model = chooseModel(config)
  // It tries out what the kernel lets us do; meanwhile the store is opened.
  const foundCgroups = findCgroups()
  foundCgroups.catch(() => {})
  const clock = overrides.clock ?? Date.now
  const newId = (prefix: IdPrefix) => makeId(prefix, clock(), randomBytes(ID_RANDOM_BYTES))
  const { newMask, logger, store, blobs, journal, keys, vault, machineSeal } = await openFoundation({
    ...{ config, clock, newId, extraKeys: overrides.extraKeys ?? [], logs: overrides.logs },
  })
  const engineId = newId('eng')
  const retire = await announceEngine(config.home, engineId, store.leases)

  const onTrouble = (error: unknown) => logger.error({ err: error }, 'trouble inside the engine')
  const isWarm = config.warmBoxes > 0 && !overrides.isBrief
  const sandbox =
    overrides.sandbox ??
    (await chooseSandbox(config, { newBoxId: () => newId('box'), cgroups: await foundCgroups, onTrouble, isWarm }))
  // What dead servers left must not keep this one from starting; that no box can be made is told by the probe.
  await sandbox.sweep().catch(onTrouble)
  if (overrides.selfTest) sandbox.warmUp?.()
  const walls = watchSandbox({
    ...{ sandbox, checks: sandboxChecks, selfTest: overrides.selfTest ?? false },
    warm: isWarm ? PLAIN : undefined,
    clock,
  })
  const slots = createSlots({
    server: { places: config.concurrentRuns, queue: config.queuedRuns },
    user: { places: config.concurrentRunsPerUser, queue: config.queuedRunsPerUser },
    clock: () => performance.now(),
  })
  const metrics = createMetrics(slots)
  for (const observer of [logEvents(logger), metrics.observeEvent]) journal.observe(observer)

  const unfinished = new Set<Promise<void>>()
  const finish = (work: Promise<void>) => {
    const done = work.catch(onTrouble).finally(() => unfinished.delete(done))
    unfinished.add(done)
  }
  const packageMounts = createPackageMounts({ execPath: process.execPath, target: PACKAGES })
  const execute = createExecute({ sandbox, packageMounts, finish, newMask })
  const { reading, customRules } = await openReading(config, { isBrief: overrides.isBrief ?? false })
  const detect = createDetect({ languages, reading, livesOn })
  const record = await openStrategyRecord({ rows: store.outcomes, clock, onTrouble })
  const quality = await assembleQuality({
    ...{ config, reading, customRules, store, model, clock, onTrouble },
    languageOf: detect.languageOf,
    onLook: metrics.observeLook,
  })
  const repair = await assembleRepair({
    ...{ config, execute, reading, record, model, onTrouble, clock },
    languageOf: detect.languageOf,
    inspect: quality.inspectCorrection,
    rows: store.patterns,
  })
  const limitPolicy = limitPolicyOf(config)
  const granted = {
    grantLimits: (asked: Parameters<typeof grantLimits>[0]) => grantLimits(asked, limitPolicy),
    assertNetwork: (allow: string[]) => assertWithinCeiling(allow, config.networkCeiling),
    assertWalls: walls.assertStanding,
  }
  const tests = assembleTests({
    ...{ execute, languages, model, slots, reading, ...granted },
    languageOf: detect.languageOf,
    assertMayRun: quality.assertMayRun,
  })
  const stages = { detect: detect.stage, execute, ...quality.stages, ...repair.stages, verify: tests.stage }
  const runs = createRuns({
    ...{ store, journal, engineId, clock, onTrouble },
    leaseMs: config.leaseMs,
    reconnectGraceMs: config.reconnectGraceMs,
    newRunId: () => newId('run'),
  })
  const sandboxes = createLiveSandboxes({
    provider: sandbox,
    programs: kernelPrograms,
    warm: PLAIN,
    most: { server: config.liveSandboxes, user: config.liveSandboxesPerUser },
    newContextId: () => newId('ctx'),
    ...granted,
  })
  const sessions = assembleSessions({
    ...{ config, store, engineId, newId, clock, newMask, finish, onTrouble, ...granted },
    blobs: await chooseStateBlobs(config),
    createSandbox: sandboxes.create,
    provider: sandbox.name,
  })
  const machinery = await assembleMachines({
    ...{ config, store, engineId, newId, clock, onTrouble, seal: machineSeal },
    ...{ provider: sandbox, takePlace: sandboxes.takePlace, volumeMounts: sessions.volumeMounts },
    fillHeader: vault.secrets.fill,
    assertWalls: walls.assertStanding,
  })
  const retention = assembleRetention({
    ...{ config, store, blobs, engineId, clock, onTrouble, keys, runs, sessions, ...machinery, ...vault },
    isBrief: overrides.isBrief ?? false,
  })
  await runs.beat()
  const beat = () => runs.beat().then(keys.learn)
  const heart = setInterval(() => void beat().catch(onTrouble), config.leaseMs / 3)
  heart.unref()

  /** A bug of ours: the caller gets an id, the log gets the stack. */
  const onBug = (error: unknown): EngineError => {
    const requestId = newId('req')
    logger.error({ err: error, requestId }, 'unexpected error')
    return new EngineError('INTERNAL', { requestId }, { cause: error })
  }

  /** Everything that can be refused is refused here, before the run begins and has an id. */
  const run = (request: RunRequest, caller: RunCaller = {}): Promise<StartedRun> =>
    inTurnOf(caller.userId ?? LOCAL_USER, () => startRun(request, caller))

  async function startRun(request: RunRequest, caller: RunCaller): Promise<StartedRun> {
    const parsed = runRequest.safeParse(request)
    if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    const half = halfCharacterIn(parsed.data, 'body')
    if (half) throw new EngineError('INVALID_REQUEST', { problems: [half] })
    const { options = {}, session: sessionId } = parsed.data
    if ((options.securityCheck ?? config.securityCheck) || (options.analysis ?? config.analysis)) quality.prepare()
    const limits = grantLimits(options.limits, limitPolicy)
    assertWithinCeiling(options.network?.allow ?? [], config.networkCeiling)
    // One that another process has just made is hidden too.
    if (mentionsKey(parsed.data)) await keys.learn()
    for (const program of programsOf(parsed.data)) {
      const { language } = await detect.languageOf(program, caller.signal)
      workspaceOf({ code: program.code, language, limits, request: program })
    }
    const userId = caller.userId ?? LOCAL_USER
    const wanted = await quality.qualityOf(options, userId)
    const admission = slots.admit(userId)
    let place: SessionForRun | undefined
    try {
      await walls.assertStanding()
      if (sessionId !== undefined) {
        place = await sessions.forRun(parsed.data, sessionId, { userId, signal: caller.signal })
      }
      return await runs.start({
        request: place?.request ?? parsed.data,
        userId,
        limits: place?.limits ?? limits,
        session: place?.session,
        attempts: options.attempts ?? config.attempts,
        lanes: config.concurrentRunsPerUser,
        quality: wanted,
        admission,
        languages,
        stages,
        signal: caller.signal ?? new AbortController().signal,
        forReader: caller.forReader ?? false,
        onBug,
      })
    } catch (error) {
      admission.leave()
      await place?.session.leave()
      throw error
    }
  }

  return {
    version,
    config,
    logger,
    keys,
    metrics,
    sandbox,
    /** Programs that are read meanwhile wait for their turn among this user's. */
    inTurnOf,
    run,
    runs,
    retention,
    events: createReadStreams({ journal, rows: store.events, followRun: runs.events }),
    sessions,
    ...machinery,
    volumes: sessions.volumes,
    ...vault,
    createSandbox: sandboxes.create,
    ...createDerivedRuns({ run, languageOf: detect.languageOf }),
    commands: assembleCommands({
      ...{ config, run, clock, onTrouble },
      rows: store.commands,
      verdictOn: quality.verdictOn,
      newId: () => newId('cmd'),
    }),
    diagnose: repair.explainError,
    strategies: repair.strategies,
    quality,
    tests,
    errorPatterns: repair.errorPatterns,
    walls,
    onBug,
    newRequestId: () => newId('req'),
    detect: detect.blocksOf,
    stats: (userId: string | null) => store.runs.stats(userId),
    logs: (query: Omit<LogQuery, 'format'> & { userId: string }) => exportLogs(store.events, query),
    settings: () => listSettings(loaded),
    ...createReports({ version, config, sandbox, store, slots, walls, languages, model }),
    /** Ends live sandboxes, lets runs finish for `shutdownGraceMs`, ends the rest, and gives everything back. */
    async close(): Promise<void> {
      await runs.stop(config.shutdownGraceMs)
      clearInterval(heart)
      await retention.close()
      await sessions.close()
      await machinery.machines.close()
      await sandboxes.close()
      await Promise.all(unfinished)
      await Promise.all([sandbox.close?.(), record.close(), reading.close(), quality.close()])
      await retire()
      await store.close()
    },
  }
}
