export type EntryType = 'file' | 'directory' | 'symlink' | 'other'

export interface Entry {
  name: string
  path: string
  /** These fields describe a link itself, not its target. */
  type: EntryType
  size: number
  mode: number
  uid: number
  gid: number
  modifiedMs: number
  linkTarget?: string
  /** Present only where the caller asked for details. */
  details?: EntryDetails
}

export interface EntryDetails {
  /** Names, or numbers where the sandbox has no name for them. */
  owner: string
  group: string
  /** Extended attributes of the file in the namespace `user.`, without that prefix; values that are not UTF-8 are left out. */
  attributes: Record<string, string>
  /** The final target of a link; undefined for other entries and for a link that leads nowhere. */
  target?: { path: string; type: EntryType; size: number; mode: number }
}

export interface WatchEvent {
  type: 'create' | 'write' | 'remove' | 'rename' | 'chmod'
  /** Path relative to the watched directory. */
  name: string
}

export interface WriteOptions {
  mode?: number
  /** Extended attributes as in `EntryDetails`; the written file has these and no others. */
  attributes?: Record<string, string>
}

/**
 * Files of a sandbox. Every path is resolved inside it, by the same kernel rules as for its programs: the host never follows a
 * name that the sandbox controls. Relative paths start at the workspace.
 */
export interface SandboxFiles {
  /**
   * In a system: the same files, used as one of its users; relative paths and `~` start at that user's home, and new files
   * belong to the user.
   */
  as(user: string): SandboxFiles
  read(path: string): Promise<Uint8Array>
  /** With `noLinks` no part of the path may be a link: it is refused. */
  readStream(path: string, range?: { start?: number; end?: number; noLinks?: boolean }): AsyncIterable<Uint8Array>
  /** Makes missing parents. A source that fails half way leaves the old file as it was. */
  write(path: string, content: Uint8Array | string | AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<void>
  list(path: string, options?: { depth?: number; details?: boolean }): Promise<Entry[]>
  stat(path: string, options?: { details?: boolean }): Promise<Entry>
  /** Makes missing parents too; false when the directory existed already. */
  makeDirectory(path: string): Promise<boolean>
  move(from: string, to: string): Promise<void>
  /** Removes a directory with everything in it; a path that does not exist is fine. */
  remove(path: string): Promise<void>
  setMode(path: string, mode: number): Promise<void>
  /** Resolves when watching has begun; the function given back ends it. */
  watch(
    path: string,
    onEvent: (event: WatchEvent) => void,
    options?: { recursive?: boolean },
  ): Promise<() => Promise<void>>
}
