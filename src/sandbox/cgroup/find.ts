import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { CgroupTree } from './cgroup.ts'
import { readControl } from './control-file.ts'
import { parseOwnGroups } from './own-groups.ts'
import { ownServerId } from './server-id.ts'
import { tryOut } from './try-out.ts'
import { v1Tree } from './v1.ts'
import { makeV1Place } from './v1-place.ts'
import { v2Tree } from './v2.ts'
import { makeV2Place } from './v2-place.ts'

export interface FindOptions {
  root?: string
  /** A group delegated to this server, as /proc/PID/cgroup writes it: the same path in every hierarchy. */
  parent?: string
  /** Called with the reason why a place is not used. */
  onRefused?(place: string, reason: string): void
}

let tried: { groups: string; found: Promise<CgroupTree | undefined> } | undefined

/** The place for the sandboxes of this process: tried out once for all engines, as long as the process stays in its groups. */
export async function ownCgroups(): Promise<CgroupTree | undefined> {
  const groups = await readControl('/proc/self/cgroup')
  if (tried?.groups !== groups) tried = { groups, found: findCgroups() }
  const found = await tried.found
  // A host that has no place now may get one.
  if (!found) tried = undefined
  return found
}

/** The first place where a group with limits really works, v2 before v1; undefined when there is none on this host. */
export async function findCgroups(options: FindOptions = {}): Promise<CgroupTree | undefined> {
  for (const { name, make } of await listPlaces(options)) {
    const tree = await make().catch(refused(name, options))
    if (tree && (await tryOut(tree).then(() => true, refused(name, options)))) return tree
  }
  return undefined
}

const refused =
  (place: string, { onRefused }: FindOptions) =>
  (error: Error): undefined =>
    onRefused?.(place, error.message) as undefined

interface Place {
  name: string
  make(): Promise<CgroupTree>
}

async function listPlaces({ root = '/sys/fs/cgroup', parent }: FindOptions): Promise<Place[]> {
  const serverId = await ownServerId()
  const own = parseOwnGroups(await readControl('/proc/self/cgroup'))
  const v2Root = await findV2Root(root)
  const v2 = (directory: string): Place => ({
    name: `v2 ${directory}`,
    make: async () => v2Tree({ ...(await makeV2Place(directory)), serverId }),
  })
  const v1 = (name: string, parentOf: (controller: string) => string): Place => ({
    name: `v1 ${name}`,
    make: async () => v1Tree({ ...(await makeV1Place({ root, parentOf })), serverId }),
  })
  const ownOf = (controller: string) => own.get(controller) ?? '/'
  if (parent !== undefined) return [v2(join(v2Root, parent)), v1(parent, () => parent)]
  const isRoot = process.getuid?.() === 0
  return [
    ...[...new Set([ownOf(''), ...(isRoot ? ['/'] : [])])].map((path) => v2(join(v2Root, path))),
    // The place is the same at every start, so that the next server finds the leftovers of a dead one.
    ...(isRoot ? [v1('/', () => '/')] : []),
    v1('own group', ownOf),
  ]
}

/** Beside v1 hierarchies the v2 one has a directory of its own. */
async function findV2Root(root: string): Promise<string> {
  const alone = await access(join(root, 'cgroup.controllers')).then(
    () => true,
    () => false,
  )
  return alone ? root : join(root, 'unified')
}
