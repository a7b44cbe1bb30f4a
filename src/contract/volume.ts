import { z } from 'zod'
import { volumeMount } from './session.ts'

export const volumeName = volumeMount.shape.name.meta({ examples: ['data'] })

export const volumeRequest = z
  .strictObject({
    // `stats` is a path of the API.
    name: volumeName.refine((name) => name !== 'stats', 'must not be "stats"'),
    maxBytes: z
      .int()
      .min(1)
      .optional()
      .describe('Most it may hold; that of the server unless it is told, and never more'),
    maxFiles: z.int().min(1).optional().describe('Most files and directories'),
  })
  .meta({ id: 'VolumeRequest' })
export type VolumeRequest = z.infer<typeof volumeRequest>

export const volumeInfo = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.int().describe('Grows with every change'),
    bytes: z.int(),
    files: z.int(),
    maxBytes: z.int(),
    maxFiles: z.int(),
    createdAt: z.number(),
    changedAt: z.number(),
  })
  .meta({ id: 'VolumeInfo' })
export type VolumeInfo = z.infer<typeof volumeInfo>
export const volumeList = z.object({ volumes: z.array(volumeInfo) }).meta({ id: 'VolumeList' })

export const volumeStats = z
  .object({
    volumes: z.int(),
    bytes: z.int(),
    files: z.int(),
    maxBytes: z.int(),
    storedBytes: z.int().describe('What they take: equal content is kept once'),
    largest: z.array(z.object({ path: z.string(), size: z.int(), volume: z.string() })).describe('The largest files'),
  })
  .meta({ id: 'VolumeStats' })
export type VolumeStats = z.infer<typeof volumeStats>

export const volumePath = z
  .string()
  .min(1)
  .max(16_384)
  .describe('A path inside of the volume')
  .meta({ examples: ['reports/final.csv'] })
export const volumeDirectoryRequest = z.strictObject({ path: volumePath }).meta({ id: 'VolumeDirectoryRequest' })
export const volumeMove = z.strictObject({ from: volumePath, to: volumePath }).meta({ id: 'VolumeMove' })
