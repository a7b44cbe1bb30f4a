import type { Database } from './database.ts'

type Calls = Record<string, (...values: never[]) => Promise<unknown>>

/**
 * The same rows, whose methods of these names resolve only when their writes are durable. Creating a run is not among
 * them: nobody learns of it before its first event.
 */
export function durable<T extends object>(
  { synced = async () => {} }: Pick<Database<never>, 'synced'>,
  rows: T,
  names: (keyof T & string)[],
): T {
  const calls = names.map((name) => {
    const write = (rows as Calls)[name]
    return [
      name,
      async (...values: never[]) => {
        const answer = await write?.(...values)
        await synced()
        return answer
      },
    ]
  })
  return { ...rows, ...Object.fromEntries(calls) }
}
