import type { EngineError } from '../../contract/errors.ts'
import type { VolumeMount } from '../../contract/session.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** What became of the changes that a sandbox made to one volume. */
export interface TakenBack {
  name: string
  /** The version that holds them; that of before when nothing was changed or the changes were refused. */
  version: number
  changed: boolean
  /** What is no file, directory or link, or could not be read. */
  left: { path: string; why: string }[]
  /** Why nothing of it was taken: VOLUME_FULL above all. The copy inside is left as it is. */
  refused?: EngineError
}

/**
 * The volumes of one sandbox: copies below /volumes. Nothing outside is changed by what programs do until `takeBack`, and
 * nothing inside by what others do until `refresh`.
 */
export interface LaidVolumes {
  /**
   * After an execution: makes what changed inside a new version of each volume. Of two who changed the same file the last
   * one wins; a file that somebody else changed meanwhile is not removed. Never throws for one volume alone: see `refused`.
   */
  takeBack(): Promise<TakenBack[]>
  /** Before an execution: takes back what is left to take, then brings in what others changed. */
  refresh(): Promise<void>
  /** After an execution that is to leave no trace: makes the copies what the volumes are now. */
  putBack(): Promise<void>
}

export interface VolumeMounts {
  /** Copies the volumes into a sandbox that has none yet. Throws VOLUME_NOT_FOUND, and SANDBOX_FULL where they do not fit. */
  lay(sandbox: Sandbox, options: LayOptions): Promise<LaidVolumes>
}

export interface LayOptions {
  userId: string
  /** Each at `root`, or below /volumes by its name. */
  mounts: readonly (VolumeMount & { root?: string })[]
}
