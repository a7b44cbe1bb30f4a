import { makeKey } from '../../src/engine.ts'
import { withServer } from './engine.ts'
import type { Served } from './serve-child.ts'

/**
 * As `serving`, in this process: for a server that is neither stopped nor killed. A process of its own takes a second of processor time
 * until it listens.
 */
export function servingHere<T>(
  options: { home: string; env?: Record<string, string> },
  use: (served: Pick<Served, 'url' | 'port' | 'key' | 'call'>) => Promise<T>,
): Promise<T> {
  const key = makeKey((count) => crypto.getRandomValues(new Uint8Array(count)))
  const env = { ANNEAL_API_KEY: key, ANNEAL_WARM_SANDBOXES: '0', ...options.env }
  return withServer({ home: options.home, env }, ({ url, port, call }) =>
    use({ url, port, key: env.ANNEAL_API_KEY, call: (path, init) => call(path, { key: env.ANNEAL_API_KEY, ...init }) }),
  )
}
