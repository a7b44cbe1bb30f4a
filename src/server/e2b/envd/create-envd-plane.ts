import { sendJson } from '../../http/send-json.ts'
import { cutOff } from '../cut-off.ts'
import { resetAnswer } from '../reset-answer.ts'
import type { Plane, Visit } from '../visit.ts'
import { refusalOf } from './access.ts'
import { answerCall } from './connect/answer-call.ts'
import type { Procedure } from './connect/procedure.ts'
import { compose } from './files/compose.ts'
import { download } from './files/download.ts'
import { upload } from './files/upload.ts'
import { filesystemProcedures } from './filesystem/filesystem-procedures.ts'
import { machineMetrics } from './machine-metrics.ts'
import { PlainError, plainErrorOf, sendPlainError } from './plain-error.ts'
import { processProcedures } from './process/process-procedures.ts'

export const envdServices: Record<string, Record<string, Procedure>> = {
  'process.Process': processProcedures,
  'filesystem.Filesystem': filesystemProcedures,
}

type PlainRoute = (visit: Visit, clock: () => number) => Promise<void>

export const envdPlainRoutes: Record<string, PlainRoute> = {
  'GET /files': download,
  'POST /files': upload,
  'POST /files/compose': compose,
  'GET /envs': async ({ response, machine }) => sendJson(response, { status: 200, value: machine.env }),
  'GET /metrics': async ({ response, machine }, clock) =>
    sendJson(response, { status: 200, value: await machineMetrics(machine, clock) }),
}

/** The work of E2B's agent inside a sandbox, done from outside: programs, files and terminals of a machine. */
export function createEnvdPlane({ clock = Date.now }: { clock?: () => number } = {}): Plane {
  return async (visit) => {
    const { request, response, url, machine } = visit
    // The caller left while the machine was looked up.
    if (request.destroyed) return
    if (url.pathname === '/health' && request.method === 'GET') return void response.writeHead(204).end()
    try {
      const refusal = refusalOf(visit, clock())
      const procedure = procedureAt(url.pathname)
      if (procedure) await answerCall(visit, procedure, refusal)
      else await answerPlain(visit, { refusal, clock })
    } catch (error) {
      // Failures while the machine goes away are caused by that.
      if (!machine.cut.aborted) throw error
      resetAnswer(response)
    } finally {
      // The unread rest of the request is drained, or its sender would never read the answer.
      request.unpipe()
      request.resume()
    }
  }
}

function procedureAt(pathname: string): Procedure | undefined {
  const [, service = '', method = ''] = /^\/([\w.]+)\/(\w+)$/.exec(pathname) ?? []
  const procedures = Object.hasOwn(envdServices, service) ? envdServices[service] : undefined
  return procedures && Object.hasOwn(procedures, method) ? procedures[method] : undefined
}

async function answerPlain(visit: Visit, { refusal, clock }: { refusal: string | undefined; clock(): number }) {
  const { request, response, url } = visit
  const name = `${request.method} ${url.pathname}`
  const route = Object.hasOwn(envdPlainRoutes, name) ? envdPlainRoutes[name] : undefined
  try {
    if (!route) throw new PlainError(404, `there is no ${name}`)
    if (refusal !== undefined) throw new PlainError(401, refusal)
    await route(visit, clock)
  } catch (error) {
    const told = plainErrorOf(error)
    if (!told) throw error
    if (response.headersSent) cutOff(response)
    else sendPlainError(response, told)
  }
}
