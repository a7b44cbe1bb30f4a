import { Buffer } from 'node:buffer'
import type { Call } from './engine.ts'

type Sample = Call & { path: string; status: number }

/** An empty tar archive. */
const NOTHING = Buffer.alloc(1024)
const file = '/v1/volumes/data/file?path=d/a.txt'
const raw = { 'content-type': 'application/octet-stream' }

/** Requests to the routes of volumes, in the order of the routes; a volume "data" with a file `d/a.txt` exists. */
export const volumeSamples: Record<string, () => Sample[]> = {
  'POST /v1/volumes': () => [{ path: '/v1/volumes', status: 201, body: { name: 'made', maxBytes: 1000 } }],
  'GET /v1/volumes': () => [{ path: '/v1/volumes', status: 200 }],
  'GET /v1/volumes/stats': () => [{ path: '/v1/volumes/stats', status: 200 }],
  'GET /v1/volumes/{name}': () => [{ path: '/v1/volumes/made', status: 200 }],
  'DELETE /v1/volumes/{name}': () => [{ path: '/v1/volumes/made', status: 200, method: 'DELETE' }],
  'POST /v1/volumes/{name}/directories': () => [
    { path: '/v1/volumes/data/directories', status: 200, body: { path: 'x/y' } },
  ],
  'POST /v1/volumes/{name}/move': () => [
    { path: '/v1/volumes/data/move', status: 200, body: { from: 'x/y', to: 'x/z' } },
  ],
  'GET /v1/volumes/{name}/files': () => [
    { path: '/v1/volumes/data/files', status: 200 },
    { path: '/v1/volumes/data/files?path=d&depth=3', status: 200 },
  ],
  'GET /v1/volumes/{name}/file': () => [
    { path: file, status: 200 },
    { path: file, status: 206, headers: { range: 'bytes=1-2' } },
  ],
  'PUT /v1/volumes/{name}/file': () => [
    { path: '/v1/volumes/data/file?path=new.bin', status: 200, method: 'PUT', headers: raw, body: 'bytes' },
  ],
  'DELETE /v1/volumes/{name}/file': () => [
    { path: '/v1/volumes/data/file?path=new.bin', status: 200, method: 'DELETE' },
  ],
  'GET /v1/volumes/{name}/archive': () => [{ path: '/v1/volumes/data/archive?path=d', status: 200 }],
  'PUT /v1/volumes/{name}/archive': () => [
    { path: '/v1/volumes/data/archive', status: 200, method: 'PUT', headers: raw, body: NOTHING },
  ],
}
