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
}

export interface WatchEvent {
  type: 'create' | 'write' | 'remove' | 'rename' | 'chmod'
  /** Relative to the watched directory. */
  name: string
}

/**
 * Files of a box. Every path is resolved inside it, by the same kernel rules as for the programs in it:
 * the host never follows a name that the box controls. Relative paths start at the workspace.
 */
export interface SandboxFiles {
  read(path: string): Promise<Uint8Array>
  readStream(path: string, range?: { start?: number; end?: number }): AsyncIterable<Uint8Array>
  /** Makes missing parents. A source that fails half way leaves the old file as it was. */
  write(
    path: string,
    content: Uint8Array | string | AsyncIterable<Uint8Array>,
    options?: { mode?: number },
  ): Promise<void>
  list(path: string, options?: { depth?: number }): Promise<Entry[]>
  stat(path: string): Promise<Entry>
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
