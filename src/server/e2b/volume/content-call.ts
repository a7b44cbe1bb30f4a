import type { IncomingMessage } from 'node:http'
import type { VolumeInfo } from '../../../contract/volume.ts'
import type { Engine } from '../../../engine.ts'
import type { VolumeEntry } from './volume-entry.ts'

/** A request for something in a volume, whose bearer may use it. */
export interface ContentCall {
  volumes: Engine['volumes']
  volume: { userId: string; name: string }
  info: VolumeInfo
  /** Inside of the volume; '' is the volume itself. */
  path: string
  query: URLSearchParams
  request: IncomingMessage
}

export interface ContentAnswer {
  status: number
  body?: VolumeEntry | VolumeEntry[]
  /** Sent as it is, in place of a body. */
  file?: { size: number; content: AsyncIterable<Uint8Array> }
}

export type ContentHandler = (call: ContentCall) => Promise<ContentAnswer>
