import { EngineError } from '../../../contract/errors.ts'
import { createRouter } from '../../http/router.ts'
import { sendJson } from '../../http/send-json.ts'
import { isSameSecret } from '../same-secret.ts'
import { mayUseInterpreters } from '../traffic-token.ts'
import type { Plane, Visit } from '../visit.ts'
import { execute } from './execute.ts'
import { contextRequest, MOST_CONTEXT_BYTES, readRequest } from './interpreter-request.ts'
import { sayProblem } from './say-problem.ts'

interface InterpreterRow {
  method: string
  path: string
  /**
   * The proof that a caller shows: clients show the access token only where code is run, and the traffic token
   * elsewhere.
   */
  shows: 'access token' | 'traffic token' | 'nothing'
  answer(visit: Visit, contextId: string): Promise<void>
}

export const interpreterRows: InterpreterRow[] = [
  { method: 'POST', path: '/execute', shows: 'access token', answer: execute },
  {
    ...{ method: 'GET', path: '/contexts', shows: 'traffic token' },
    answer: async (visit) => sayJson(visit, visit.machine.interpreters.list()),
  },
  { method: 'POST', path: '/contexts', shows: 'traffic token', answer: createContext },
  { method: 'DELETE', path: '/contexts/{contextId}', shows: 'traffic token', answer: whenDone('delete') },
  { method: 'POST', path: '/contexts/{contextId}/restart', shows: 'traffic token', answer: whenDone('restart') },
  { method: 'GET', path: '/health', shows: 'nothing', answer: async (visit) => sayJson(visit, 'OK') },
]
const find = createRouter(interpreterRows)

/** The server of E2B's code interpreter: runs code in the interpreters of a machine, and lists them. */
export const interpreterPlane: Plane = async (visit) => {
  const { row, methods, params } = find(visit.request.method ?? '', visit.url.pathname)
  if (!row && methods.length > 0) return sayJson(visit, { detail: 'Method Not Allowed' }, 405)
  if (!row) return sayJson(visit, { detail: 'Not Found' }, 404)
  if (!mayUse(visit, row)) return sayJson(visit, { detail: 'Invalid access token' }, 401)
  try {
    await row.answer(visit, params().contextId ?? '')
  } catch (error) {
    // A caller can act on it; a bug is thrown further.
    if (!(error instanceof EngineError)) throw error
    sayProblem(visit.response, error)
  }
}

function mayUse({ machine, request, isInside = false }: Visit, { shows }: InterpreterRow): boolean {
  const { accessToken } = machine.info
  if (accessToken === null || isInside || shows === 'nothing') return true
  if (shows === 'traffic token') return mayUseInterpreters(request, machine.info)
  return isSameSecret(String(request.headers['x-access-token'] ?? ''), accessToken)
}

async function createContext(visit: Visit): Promise<void> {
  const { language, cwd } = await readRequest(visit.request, contextRequest, MOST_CONTEXT_BYTES)
  const asked = { ...(language && { language }), ...(cwd && { cwd }) }
  sayJson(visit, await visit.machine.interpreters.create(asked))
}

function whenDone(action: 'delete' | 'restart'): InterpreterRow['answer'] {
  return async (visit, contextId) => {
    await visit.machine.interpreters[action](contextId)
    sayJson(visit, null)
  }
}

function sayJson({ response }: Visit, body: unknown, status = 200): void {
  sendJson(response, { status, value: body })
}
