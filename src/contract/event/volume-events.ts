import { volumeInfo } from '../volume.ts'
import { eventOf } from './envelope.ts'

const { name, version, bytes, files, maxBytes, maxFiles } = volumeInfo.shape

export const volumeEvents = [
  eventOf('volume.created', { name, version, maxBytes, maxFiles }),
  eventOf('volume.changed', { name, version, bytes, files }),
  eventOf('volume.removed', { name }),
] as const
