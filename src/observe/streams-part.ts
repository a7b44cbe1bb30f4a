import type { Part } from '../contract/part.ts'
import { createReadStreams, type ReadStreams, type ReadStreamsParts } from './read-streams.ts'

/** Streams of everything, as their owners read them. */
export function streamsPart(needs: ReadStreamsParts): Part<ReadStreams> {
  const { stop, ...api } = createReadStreams(needs)
  return { api, close: async () => stop() }
}
