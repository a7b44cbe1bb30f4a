import { z } from 'zod'

export const MANIFEST_NAME = 'manifest.json'

/** The first entry of a backup: its format and the versions that can read it. */
export const backupManifest = z.object({
  format: z.literal('anneal-backup'),
  version: z.literal(1),
  madeAt: z.number(),
  madeBy: z.string(),
  migrations: z.array(z.string()),
})
export type BackupManifest = z.infer<typeof backupManifest>
