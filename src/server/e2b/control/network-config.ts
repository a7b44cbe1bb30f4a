import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import type { MachineNetwork } from '../../../engine.ts'
import { mapOf } from '../map-of.ts'
import { ALL_TRAFFIC, allowed, denied, isDomain, proxyAddress, ruleHost } from './destination.ts'

const MOST = {
  ...{ hosts: 10, rules: 1, headers: 20, nameCharacters: 64, valueCharacters: 2048, credentialBytes: 255 },
  /** Each destination is compared for every outgoing connection. */
  destinations: 1000,
  ports: 100,
}

const headerName = z
  .string()
  .max(MOST.nameCharacters)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header')
const headerValue = z
  .string()
  .max(MOST.valueCharacters)
  .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'must be one line of text')
const headers = mapOf({ name: headerName, value: headerValue, mostEntries: MOST.headers })
const rule = z.object({ transform: z.object({ headers: headers.nullish() }).nullish() })
const rules = mapOf({
  name: ruleHost,
  value: atMost(MOST.rules, z.array(rule)),
  mostEntries: MOST.hosts,
})

const credential = z.string().refine((text) => Buffer.byteLength(text) <= MOST.credentialBytes, {
  error: `may have ${MOST.credentialBytes} bytes`,
})
const egressProxy = z
  .object({ address: proxyAddress, username: credential.optional(), password: credential.optional() })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    error: 'password needs a username',
  })

const egress = {
  allowOut: atMost(MOST.destinations, z.array(allowed)).nullish(),
  denyOut: atMost(MOST.destinations, z.array(denied)).nullish(),
  egressProxy: egressProxy.nullish(),
  rules: rules.nullish(),
}

/** The network of a new sandbox. */
export const networkConfig = z.object({
  ...egress,
  allowPublicTraffic: z.boolean().nullish(),
  maskRequestHost: z
    .string()
    .max(255)
    .regex(/^[\w.:${}[\]-]+$/, 'must be a host name, with the placeholder for the port where one should stand')
    .nullish(),
  httpsPorts: atMost(MOST.ports, z.array(z.number().int().min(1).max(65_535))).nullish(),
})
export type NetworkConfig = z.infer<typeof networkConfig>

/** The network that replaces the whole network of a running sandbox. */
export const networkUpdate = z
  .object({ ...egress, allow_internet_access: z.boolean().nullish() })
  .superRefine((update, context) => checkDomains(update, { allowInternet: update.allow_internet_access, context }))

interface DomainCheck {
  allowInternet: boolean | null | undefined
  context: z.RefinementCtx
  /** The path of the network within the request. */
  path?: string[]
}

/** Names can be allowed only where everything else is denied: an address does not reveal the name it was reached by. */
export function checkDomains(
  { allowOut, denyOut }: Pick<NetworkConfig, 'allowOut' | 'denyOut'>,
  { allowInternet, context, path = [] }: DomainCheck,
): void {
  if (allowInternet === false || denyOut?.includes(ALL_TRAFFIC) || !allowOut?.some(isDomain)) return
  const message = `domain names in allowOut need "${ALL_TRAFFIC}" in denyOut: without it everything is allowed`
  context.addIssue({ code: 'custom', path: [...path, 'allowOut'], message })
}

/** The part of a network about outgoing connections. */
export function egressOf(
  config: Pick<NetworkConfig, keyof typeof egress>,
  allowInternet: boolean | null | undefined,
): Pick<MachineNetwork, 'allowInternet' | 'allowOut' | 'denyOut' | 'rules' | 'egressProxy'> {
  const named = Object.entries(config.rules ?? {}).map(
    ([host, list]) => [host, { headers: list[0]?.transform?.headers ?? {} }] as const,
  )
  const { address, username, password } = config.egressProxy ?? { address: undefined }
  return {
    allowInternet: allowInternet ?? true,
    allowOut: config.allowOut ?? [],
    denyOut: config.denyOut ?? [],
    rules: Object.fromEntries(named),
    egressProxy:
      address === undefined
        ? null
        : { address, ...(username !== undefined && { username }), ...(password !== undefined && { password }) },
  }
}

/** A network in E2B's form: unset fields are absent, and a password is never shown. */
export function networkAnswer(network: MachineNetwork) {
  const { allowOut, denyOut, rules: named, egressProxy: proxy, maskRequestHost, httpsPorts } = network
  const told = Object.entries(named).map(([host, { headers }]) => [host, [{ transform: { headers } }]] as const)
  return {
    ...(allowOut.length > 0 && { allowOut }),
    ...(denyOut.length > 0 && { denyOut }),
    ...(told.length > 0 && { rules: Object.fromEntries(told) }),
    ...(proxy && {
      egressProxy: { address: proxy.address, ...(proxy.username !== undefined && { username: proxy.username }) },
    }),
    allowPublicTraffic: network.allowPublicTraffic,
    ...(maskRequestHost !== null && { maskRequestHost }),
    ...(httpsPorts.length > 0 && { httpsPorts }),
  }
}
