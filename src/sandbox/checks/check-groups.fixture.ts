import { afterAll, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import type { SandboxControl, SandboxProvider } from '../sandbox.ts'
import { allowListChecks } from './allow-list.ts'
import { noNetworkChecks } from './no-network.ts'
import type { SandboxCheck } from './sandbox-check.ts'

type Group = SandboxCheck['group']

/** Attacks that every provider meets in `npm test`; it must hold them by itself, whatever other providers do. */
export const WALLS: Group[] = ['network', 'kernel']
/** Whether a check is about the proxy of a sandbox, which is the same for every provider: others than the jail meet these in the full run. */
export const isOfProxy = ({ id }: SandboxCheck): boolean => allowListChecks.some((check) => check.id === id)

/** Groups that providers other than the jail meet in `npm run test:full`. */
export const BESIDE_WALLS: Group[] = ['behaviour', 'files', 'limits', 'agent', 'leftovers']

interface CheckedGroups {
  groups: Group[]
  provider: () => SandboxProvider
  /** Ids of checks that cannot hold, with the reason. */
  unsupported?: Record<string, unknown>
  /** Of the checks of these groups, those to run. */
  only?: (check: SandboxCheck) => boolean
}

/** Declares a test for each check of these groups, except those that cannot hold. */
export function checkGroups({ groups, provider, unsupported = {}, only = () => true }: CheckedGroups): void {
  const shared = sharingSandboxes(provider)
  afterAll(shared.close)
  const checks = sandboxChecks.filter(
    (check) => groups.includes(check.group) && !(check.id in unsupported) && only(check),
  )
  it.each(checks)('$group: $id', (check) => check.run(leavesNothing(check) ? shared.provider() : provider()))

  it('names no check as impossible that does not exist', () => {
    expect(sandboxChecks.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(unsupported)))
  })
}

/** Calls that the kernel refuses, and tries where there is no network: those checks may follow each other in one sandbox. */
const leavesNothing = ({ group, id }: SandboxCheck): boolean =>
  group === 'kernel' || noNetworkChecks.some((check) => check.id === id)

/** Gives the same sandbox for the same specification. */
function sharingSandboxes(provider: () => SandboxProvider) {
  const sandboxes = new Map<string, Promise<SandboxControl>>()
  const create: SandboxProvider['create'] = async (spec, signal) => {
    const key = JSON.stringify(spec)
    const made = sandboxes.get(key) ?? provider().create(spec, signal)
    sandboxes.set(key, made)
    return { ...(await made), destroy: async () => {} }
  }
  const close = async () => {
    for (const made of sandboxes.values()) await (await made).destroy()
  }
  return { provider: (): SandboxProvider => ({ ...provider(), create }), close }
}
