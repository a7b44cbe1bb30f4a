import type { FuzzUser } from './fuzz-user.ts'
import type { WatchedServer } from './watched-server.ts'

/** Lists of a user's things, with the name of an entry and the path that removes it. */
const LISTS = [
  { list: '/v1/sessions?limit=200', field: 'id', remove: '/v1/sessions/' },
  { list: '/v1/checkpoints?limit=200', field: 'id', remove: '/v1/checkpoints/' },
  { list: '/v2/sandboxes?limit=100', field: 'sandboxID', remove: '/sandboxes/' },
  { list: '/v1/volumes', field: 'name', remove: '/v1/volumes/' },
]
const LONGEST_MS = 60_000

/** Removes everything that lives on, so that anything left afterwards is a leak. */
export async function removeAll({ url }: WatchedServer, users: readonly FuzzUser[]): Promise<void> {
  for (const { key } of users) {
    const ask = async (path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${key}`, 'x-api-key': key }
      const response = await fetch(`${url}${path}`, { method, headers, signal: AbortSignal.timeout(LONGEST_MS) })
      return response.text()
    }
    for (const { list, field, remove } of LISTS) {
      const names = namesIn(await ask(list).catch(() => ''), field)
      for (const name of names) await ask(`${remove}${encodeURIComponent(name)}`, 'DELETE').catch(() => '')
    }
  }
}

/** Names in a list, or in the field of the answer that is one. */
function namesIn(text: string, field: string): string[] {
  try {
    const answer = JSON.parse(text) as object
    const list = (Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray)) as Record<
      string,
      string
    >[]
    return (list ?? []).flatMap((entry) => entry[field] ?? [])
  } catch {
    return []
  }
}
