export interface GatewayProblem {
  status: number
  /** Pinned by the SDKs: they read it, and what they do depends on it. */
  message: string
  machineId?: string
  port?: number
}

/** For who asks without the headers or the host of a machine, and for what is no machine's name. */
export const nowhere: GatewayProblem = { status: 400, message: 'The host or the headers name no sandbox' }
/** Of all, or of one user or address. */
export const crowded = ({ status, message }: { status: number; message: string }): GatewayProblem =>
  status === 503 ? { status, message: 'The server has too many requests under way' } : { status, message }
/** A file's link that no machine has signed. */
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
