import { createEngine } from '../../engine.ts'
import { createApp } from '../../server/app.ts'
import { createE2bDoor } from '../../server/e2b/e2b-door.ts'
import { listen } from '../../server/listen.ts'
import { certifiedAddress } from '../../server/tls/certified-address.ts'
import { chooseCertificate } from '../../server/tls/choose-certificate.ts'
import { endProcess } from '../end-process.ts'
import type { Host } from '../host.ts'
import { readConfig } from '../read-config.ts'
import { chooseLogs } from '../text/log-text.ts'
import { welcome } from '../text/welcome.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Every run has ended by then; its answer may take this long on the way to a slow client. */
const ANSWER_GRACE_MS = 5000
/** Saving sessions takes its time; a server that takes longer than this hangs. */
export const STOP_MS = 120_000
/** Filling the pool of sandboxes, and callers who waited for the start, come first. */
const WARM_UP_AFTER_MS = 2000

/** Runs the server until it is stopped; then ends every run, releases everything, and ends the process. */
export async function serve(flags: { port?: string; host?: string }, { stderr }: Pick<Host, 'stderr'>): Promise<void> {
  const loaded = readConfig(flags)
  const logs = chooseLogs(loaded.config.logFormat, stderr)
  const engine = await createEngine(loaded, { selfTest: true, ...(logs && { logs }) })
  const { config, logger } = engine
  try {
    const { newRequestId } = engine
    // A caller who reads that the server is up may stop it at once.
    const stopping = stopSignal()
    const certificate = chooseCertificate(engine)
    const server = await listen(createApp(engine), {
      ...config,
      newRequestId,
      e2b: createE2bDoor(engine),
      ...(certificate && { certificate }),
    })
    const firstKey = await engine.keys.first()
    const { components } = await engine.health()
    const { e2bDomain, retentionDays } = config
    const { kind, remedy } = await engine.walls.probe()
    const here = { hasMachines: engine.sandbox.capabilities.has('system'), weaker: kind && remedy }
    const named = config.tlsOnly && certificate && certifiedAddress(server.url, { ...config, certificate })
    if (named === undefined)
      logger.warn('clients will refuse this server: add a name of its certificate to ANNEAL_ALLOWED_HOSTS')
    const facts = {
      url: named || server.url,
      version: engine.version,
      firstKey: firstKey?.key,
      signInLink: engine.signIns.offerLink(),
    }
    process.stdout.write(welcome({ ...facts, ...here, components, e2bDomain, retentionDays }))
    const warmUp = () => engine.quality.warmUp().catch((err) => logger.error({ err }, 'reading programs stays slow'))
    // A server that keeps no sandbox ready reads nothing ahead either.
    const warming = config.warmSandboxes > 0 ? setTimeout(warmUp, WARM_UP_AFTER_MS) : undefined
    const signal = await stopping
    clearTimeout(warming)
    logger.info(
      { signal },
      `stopping: runs may finish for ${config.shutdownGraceMs} ms; the same signal again stops at once`,
    )
    process.once(signal, () => process.exit(130))
    const stop = async () => {
      const closed = server.stop()
      await engine.close()
      server.force(ANSWER_GRACE_MS)
      await closed
    }
    await endProcess(stop, { logger, deadlineMs: config.shutdownGraceMs + STOP_MS })
  } catch (error) {
    await engine.close()
    throw error
  }
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const listeners = STOP_SIGNALS.map((signal) => [signal, () => done(signal)] as const)
    const done = (signal: NodeJS.Signals) => {
      for (const [name, listener] of listeners) process.off(name, listener)
      resolve(signal)
    }
    for (const [name, listener] of listeners) process.on(name, listener)
  })
}
