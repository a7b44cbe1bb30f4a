export type EntryType = 'file' | 'directory' | 'symlink' | 'other'

export interface Entry {
  name: string
  path: string
  /** Of the link itself, not of what it points to. */
  type: EntryType
  size: number
  mode: number
  uid: number
  gid: number
  modifiedMs: number
  linkTarget?: string
  /** Only where details were asked for. */
  details?: EntryDetails
}

export interface EntryDetails {
  /** Names, or numbers where the box has no name for them. */
  owner: string
  group: string
  /** Extended attributes of the file in the namespace `user.`, without that prefix; values that are no UTF-8 are left out. */
  attributes: Record<string, string>
  /** What a link leads to in the end; undefined for what is no link, and for one that leads nowhere. */
  target?: { path: string; type: EntryType; size: number; mode: number }
}

export interface WatchEvent {
  type: 'create' | 'write' | 'remove' | 'rename' | 'chmod'
  /** Relative to the watched directory. */
  name: string
}

export interface WriteOptions {
  mode?: number
  /** Extended attributes as in `EntryDetails`; the file has these and no others in the end. */
  attributes?: Record<string, string>
}

/**
 * Files of a box. Every path is resolved inside it, by the same kernel rules as for the programs in it:
 * the host never follows a name that the box controls. Relative paths start at the workspace.
 */
export interface SandboxFiles {
  /** In a system: the same files for one of its users; relative paths and `~` start at their home, what is made is theirs. */
  as(user: string): SandboxFiles
  read(path: string): Promise<Uint8Array>
  readStream(path: string, range?: { start?: number; end?: number }): AsyncIterable<Uint8Array>
  /** Makes missing parents. A source that fails half way leaves the old file as it was. */
  write(path: string, content: Uint8Array | string | AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<void>
  list(path: string, options?: { depth?: number; details?: boolean }): Promise<Entry[]>
  stat(path: string, options?: { details?: boolean }): Promise<Entry>
  /** With missing parents; false when it was there already. */
  makeDirectory(path: string): Promise<boolean>
  move(from: string, to: string): Promise<void>
  /** With everything in it; a path that is not there is fine. */
  remove(path: string): Promise<void>
  setMode(path: string, mode: number): Promise<void>
  /** Resolves when watching has begun; the function given back ends it. */
  watch(
    path: string,
    onEvent: (event: WatchEvent) => void,
    options?: { recursive?: boolean },
  ): Promise<() => Promise<void>>
}
