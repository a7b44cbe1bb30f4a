import { EngineError } from '../../../contract/errors.ts'

export interface GatewayProblem {
  status: number
  /** Fixed by the SDKs: their behaviour depends on this text. */
  message: string
  machineId?: string
  port?: number
}

/** For a request without the headers or the host of a machine, or with an invalid name. */
export const nowhere: GatewayProblem = { status: 400, message: 'The host or the headers name no sandbox' }
/** For a link to a file that no machine has signed. */
export const unsigned: GatewayProblem = { status: 401, message: 'invalid signature' }
export const notFound = (machineId: string): GatewayProblem => ({
  ...{ status: 502, message: 'The sandbox was not found', machineId },
})
export const forbidden = (machineId: string): GatewayProblem => ({
  ...{ status: 403, message: 'The traffic access token is missing or wrong', machineId },
})
export const portClosed = (machineId: string, port: number): GatewayProblem => ({
  ...{ status: 502, message: 'The sandbox is running but port is not open', machineId, port },
})
export const badAnswer = (machineId: string, port: number): GatewayProblem => ({
  ...{ status: 502, message: 'The server in the sandbox gave no proper answer', machineId, port },
})
export const tooMany = (machineId: string, port: number): GatewayProblem => ({
  ...{ status: 429, message: 'The sandbox has too many open connections', machineId, port },
})

/** The answer to a known failure before a plane took the request; undefined for a bug. */
export function problemOf(error: unknown): GatewayProblem | undefined {
  if (!(error instanceof EngineError) || error.code === 'INTERNAL') return undefined
  const { code, status, message } = error
  if (code === 'SANDBOX_GONE') return { status: 502, message: 'The sandbox was not found' }
  return { status, message: code === 'SERVER_BUSY' ? 'The server has too many requests under way' : message }
}
