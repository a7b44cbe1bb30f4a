import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { SYSTEM_USERS, type SystemLack } from './system-users.ts'

/** A range of users or groups that an administrator has given to somebody. */
export interface IdRange {
  owner: string
  first: number
  count: number
}

export interface SubIds {
  users: IdRange[]
  groups: IdRange[]
}

const FILES = { users: '/etc/subuid', groups: '/etc/subgid' }
/** The number from which `useradd` gives ranges. */
const FIRST_USUAL = 100_000

/** Ranges in the form of /etc/subuid; lines that are none are left out. */
export function parseRanges(text: string): IdRange[] {
  return text.split('\n').flatMap((line) => {
    const [, owner = '', first, count] = /^([^:#\s]+):(\d+):(\d+)\s*$/.exec(line) ?? []
    return owner === '' || Number(count) === 0 ? [] : [{ owner, first: Number(first), count: Number(count) }]
  })
}

/** The ranges of this user that a system takes: as many as it has users, from one range or several. */
export function takeRanges(ranges: readonly IdRange[], names: readonly string[]): IdRange[] | undefined {
  let left = SYSTEM_USERS
  const taken: IdRange[] = []
  for (const range of ranges.filter(({ owner }) => names.includes(owner))) {
    const count = Math.min(left, range.count)
    if (count > 0) taken.push({ ...range, count })
    left -= count
  }
  return left === 0 ? taken : undefined
}

/** A range that nobody has, in the words of `usermod`. */
export function freeRange(ranges: readonly IdRange[]): string {
  const first = Math.max(FIRST_USUAL, ...ranges.map((range) => range.first + range.count))
  return `${first}-${first + SYSTEM_USERS - 1}`
}

/** The users and groups that an administrator has given to the user of this server. */
export async function findSubIds(files = FILES): Promise<SubIds | { lack: SystemLack }> {
  const uid = process.getuid?.() ?? 0
  const name = accountName()
  if (name === undefined) {
    const reason = `user ${uid} has no account, and newuidmap gives users only to accounts`
    return { lack: { reason, remedy: `As root: useradd --uid ${uid} --create-home anneal` } }
  }
  const read = async (file: string) => parseRanges(await readFile(file, 'utf8').catch(() => ''))
  const [all, allGroups] = [await read(files.users), await read(files.groups)]
  const [users, groups] = [all, allGroups].map((ranges) => takeRanges(ranges, [name, String(uid)]))
  if (users && groups) return { users, groups }
  const missing = [!users && files.users, !groups && files.groups].filter(Boolean).join(' and ')
  const free = freeRange([...all, ...allGroups])
  const options = `${users ? '' : ` --add-subuids ${free}`}${groups ? '' : ` --add-subgids ${free}`}`
  const reason = `${missing} give${users || groups ? 's' : ''} ${name} fewer than ${SYSTEM_USERS} ids`
  return { lack: { reason, remedy: `As root: usermod${options} ${name}` } }
}

function accountName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
