import type { EngineError } from '../../contract/errors.ts'
import type { VolumeMount } from '../../contract/session.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** The result of taking back a sandbox's changes to one volume. */
export interface TakenBack {
  name: string
  /** The version that holds them; the previous one when nothing was changed or the changes were refused. */
  version: number
  changed: boolean
  /** Paths that are no file, directory or link, or could not be read. */
  left: { path: string; why: string }[]
  /** The reason why nothing of it was taken, mostly VOLUME_FULL. The copy inside stays as it is. */
  refused?: EngineError
}

/**
 * The volumes of one sandbox: copies below /volumes. Programs change nothing outside until `takeBack`, and others
 * change nothing inside until `refresh`.
 */
export interface LaidVolumes {
  /**
   * After an execution: makes a new version of each volume from the changes inside. Of two who changed the same file
   * the last one wins; a file that somebody else changed meanwhile is not removed. Never throws for one volume alone:
   * see `refused`.
   */
  takeBack(): Promise<TakenBack[]>
  /** Before an execution: takes back the remaining changes, then brings in those of others. */
  refresh(): Promise<void>
  /** After an execution that must leave no trace: restores the copies to the present volumes. */
  putBack(): Promise<void>
}

export interface VolumeMounts {
  /**
   * Copies the volumes into a sandbox that has none yet. Throws VOLUME_NOT_FOUND, and SANDBOX_FULL where they do not
   * fit.
   */
  lay(sandbox: Sandbox, options: LayOptions): Promise<LaidVolumes>
}

export interface LayOptions {
  userId: string
  /** Lays each at `root`, or below /volumes by its name. */
  mounts: readonly (VolumeMount & { root?: string })[]
}
