import type { VolumeInfo } from '../../../contract/volume.ts'
import type { Engine } from '../../../engine.ts'

/** A request for something in a volume, whose bearer may use it. */
export interface ContentCall {
  volumes: Engine['volumes']
  volume: { userId: string; name: string }
  info: VolumeInfo
  /** Inside of the volume; '' is the volume itself. */
  path: string
  query: URLSearchParams
  request: Request
}

export type ContentHandler = (call: ContentCall) => Promise<Response>
