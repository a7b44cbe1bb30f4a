import type { VolumeInfo } from '../../../contract/volume.ts'
import type { Engine } from '../../../engine.ts'

/** A request for a path in a volume, with a valid token. */
export interface ContentCall {
  volumes: Engine['volumes']
  volume: { userId: string; name: string }
  info: VolumeInfo
  /** The path inside of the volume; '' is the volume itself. */
  path: string
  query: URLSearchParams
  request: Request
}

export type ContentHandler = (call: ContentCall) => Promise<Response>
