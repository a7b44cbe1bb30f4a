import { EngineError } from '../../../contract/errors.ts'
import { sendJson } from '../../http/send-json.ts'
import { isSameSecret } from '../same-secret.ts'
import { mayUseInterpreters } from '../traffic-token.ts'
import type { Plane, Visit } from '../visit.ts'
import { execute } from './execute.ts'
import { contextRequest, MOST_CONTEXT_BYTES, readRequest } from './interpreter-request.ts'
import { sayProblem } from './say-problem.ts'

type Answer = (visit: Visit, contextId: string) => Promise<void>

interface Row {
  method: string
  /** With one group where the id of a context stands. */
  path: RegExp
  answer: Answer
}

export const interpreterRows: Row[] = [
  { method: 'POST', path: /^\/execute$/, answer: execute },
  { method: 'GET', path: /^\/contexts$/, answer: async (visit) => sayJson(visit, visit.machine.interpreters.list()) },
  { method: 'POST', path: /^\/contexts$/, answer: createContext },
  { method: 'DELETE', path: /^\/contexts\/([^/]+)$/, answer: whenDone('delete') },
  { method: 'POST', path: /^\/contexts\/([^/]+)\/restart$/, answer: whenDone('restart') },
  { method: 'GET', path: /^\/health$/, answer: sayHealth },
]

/** The server of E2B's code interpreter: runs code in the interpreters of a machine, and keeps the list of them. */
export const interpreterPlane: Plane = async (visit) => {
  const { request, url } = visit
  const there = interpreterRows.filter(({ path }) => path.test(url.pathname))
  const row = there.find(({ method }) => method === request.method)
  if (!row)
    return sayJson(
      visit,
      { detail: there.length > 0 ? 'Method Not Allowed' : 'Not Found' },
      there.length > 0 ? 405 : 404,
    )
  if (!mayUse(visit, row)) return sayJson(visit, { detail: 'Invalid access token' }, 401)
  try {
    await row.answer(visit, row.path.exec(url.pathname)?.[1] ?? '')
  } catch (error) {
    // What the caller can act on; a bug rises.
    if (!(error instanceof EngineError)) throw error
    sayProblem(visit.response, error)
  }
}

/** Clients show the access token where code is run, and only there; elsewhere they show the one for traffic. */
function mayUse({ machine, request, isInside = false }: Visit, { answer }: Row): boolean {
  const { accessToken } = machine.info
  if (accessToken === null || isInside || answer === sayHealth) return true
  if (answer !== execute) return mayUseInterpreters(request, machine.info)
  return isSameSecret(String(request.headers['x-access-token'] ?? ''), accessToken)
}

async function sayHealth(visit: Visit): Promise<void> {
  sayJson(visit, 'OK')
}

async function createContext(visit: Visit): Promise<void> {
  const { language, cwd } = await readRequest(visit.request, contextRequest, MOST_CONTEXT_BYTES)
  const asked = { ...(language && { language }), ...(cwd && { cwd }) }
  sayJson(visit, await visit.machine.interpreters.create(asked))
}

function whenDone(action: 'delete' | 'restart'): Answer {
  return async (visit, contextId) => {
    await visit.machine.interpreters[action](contextId)
    sayJson(visit, null)
  }
}

function sayJson({ response }: Visit, body: unknown, status = 200): void {
  sendJson(response, { status, value: body })
}
