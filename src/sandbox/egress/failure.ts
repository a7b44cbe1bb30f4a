import type { EgressEndedBy } from '../network.ts'
import type { Target } from './target.ts'

type Cause = Exclude<EgressEndedBy, 'done'>

/** The reason why a request was not carried to its end, and the answer for the program in the sandbox. */
export class EgressFailure extends Error {
  /** `policy` stands for every refusal. */
  readonly endedBy: Cause
  readonly status: number
  /** Advice for the program. It reveals nothing about the network of the host. */
  readonly advice: string

  constructor(endedBy: Cause, status: number, [reason, advice]: [reason: string, advice: string]) {
    super(reason)
    this.endedBy = endedBy
    this.status = status
    this.advice = advice
  }
}

export const notListed = ({ host, port }: Target) =>
  new EgressFailure('policy', 403, [
    'not in the allow-list',
    `${host}:${port} is not in the allow-list of this sandbox. Add "${host}${port === 80 || port === 443 ? '' : `:${port}`}" to network.allow.`,
  ])

export const askedFor = ({ host, port }: Target) =>
  new EgressFailure('policy', 403, [
    'not in the allow-list; a person may open it',
    `${host}:${port} is not open to this sandbox. A person was asked to open it: try again when they have agreed.`,
  ])

export const denied = ({ host, port }: Target) =>
  new EgressFailure('policy', 403, [
    'denied',
    `${host}:${port} is denied to this sandbox, by its own network settings or those of the server.`,
  ])

export const sealed = ({ host }: Target) =>
  new EgressFailure('policy', 403, [
    'headers are to be set inside of TLS',
    `Headers are set on requests to ${host}, which cannot be done inside of TLS. Ask for http://${host}:443/ instead: the proxy speaks TLS to it.`,
  ])

export const rerouted = ({ host, port }: Target) =>
  new EgressFailure('policy', 403, [
    'goes another way from now on',
    `The way to ${host}:${port} was changed. Connect again.`,
  ])

export const unfilled = ({ host }: Pick<Target, 'host'>) =>
  new EgressFailure('policy', 403, [
    'a header cannot be made',
    `A header for ${host} refers to a secret that is not there, or is not fit for a header.`,
  ])

export const malformed = (problem: string, status = 400) =>
  new EgressFailure('policy', status, [problem, `This proxy refuses the request: ${problem}.`])

export const notPublic = ({ host }: Target, address: string) =>
  new EgressFailure('policy', 403, [
    `the name resolves to ${address}, which is not public`,
    `${host} leads to an address that is not public. If it is meant to be reached, list that address in network.allow.`,
  ])

export const unreachable = ({ host, port }: Target) =>
  new EgressFailure('upstream', 502, [
    'unreachable',
    `${host}:${port} cannot be reached. Check the name, or try again.`,
  ])

export const brokenUpstream = ({ host, port }: Target) =>
  new EgressFailure('upstream', 502, [
    'broken off',
    `${host}:${port} broke off before its answer was whole. Try again.`,
  ])

export const tooSlow = ({ host, port }: Target, timeoutMs: number) =>
  new EgressFailure('timeout', 504, [
    `nothing for ${timeoutMs} ms`,
    `Nothing came from ${host}:${port} for ${timeoutMs / 1000} s. Try again, or ask for less at a time.`,
  ])

export const clientGone = () => new EgressFailure('client', 499, ['the client went away', ''])

export const egressClosed = () =>
  new EgressFailure('closed', 503, ['the network was closed', 'The network of this sandbox was closed.'])

export const tooMany = (connections: number) =>
  new EgressFailure('policy', 503, [
    'too many connections',
    `This sandbox has ${connections} connections open already. Close some, then try again.`,
  ])
