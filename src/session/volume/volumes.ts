import type { TreeFile } from '../../contract/session.ts'
import type { VolumeInfo, VolumeRequest, VolumeStats } from '../../contract/volume.ts'
import type { TreeOwner } from '../../sandbox/tree.ts'

/** A volume as its owner names it: for other users it does not exist. */
export interface VolumeOf {
  userId: string
  name: string
}

/** A part of a file: its first and last byte, counted from 0, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface VolumeFile extends TreeFile {
  /** Changes with the content. */
  tag: string
  /** The bytes, verified piece by piece; all of them unless a range is given. */
  content(range?: ByteRange): AsyncIterable<Uint8Array>
}

/** Attributes of a new entry; absent ones stay as they were, or get the defaults. */
export interface Placing {
  mode?: number
  owner?: TreeOwner
  /** False: PATH_EXISTS when the path exists already. */
  mayReplace?: boolean
  /** False: PATH_NOT_FOUND when the parent directory does not exist. */
  makesParents?: boolean
}

export interface Upload extends Placing {
  path: string
  content: AsyncIterable<Uint8Array>
  size?: number
}

export interface Attributes extends Partial<TreeOwner> {
  mode?: number
}

/** An archive is as long as its files, so it is sent while it is made. */
export interface VolumeArchive {
  content: AsyncIterable<Uint8Array>
}

/**
 * Trees of files that outlive sandboxes. Every change makes a new version, whole or not at all; a version that is being
 * read stays readable whatever happens meanwhile. Paths are inside of the volume; no link is ever followed.
 */
export interface Volumes {
  create(userId: string, request: VolumeRequest): Promise<VolumeInfo>
  list(userId: string): Promise<VolumeInfo[]>
  info(volume: VolumeOf): Promise<VolumeInfo>
  /** Removes a volume with everything in it; gives the volume as it was. */
  remove(volume: VolumeOf): Promise<VolumeInfo>
  stats(userId: string): Promise<VolumeStats>
  /** The entries of a directory, `depth` levels down; of the whole volume when the path is ''. */
  files(volume: VolumeOf, query: { path: string; depth: number }): Promise<TreeFile[]>
  stat(volume: VolumeOf, path: string): Promise<TreeFile>
  open(volume: VolumeOf, path: string): Promise<VolumeFile>
  /** Writes the whole content or nothing; makes missing directories on the way. */
  save(volume: VolumeOf, file: Upload): Promise<TreeFile>
  /** Makes a directory with its missing parents; an existing one is fine. */
  makeDirectory(volume: VolumeOf, path: string, placing?: Placing): Promise<TreeFile>
  setAttributes(volume: VolumeOf, path: string, attributes: Attributes): Promise<TreeFile>
  /** Replaces a file at the target; never a directory. */
  move(volume: VolumeOf, paths: { from: string; to: string }): Promise<TreeFile>
  /** Removes a file, or a directory with everything in it. */
  removeFile(volume: VolumeOf, path: string): Promise<VolumeInfo>
  /** A directory as tar. */
  export(volume: VolumeOf, path: string): Promise<VolumeArchive>
  /** Unpacks an archive into a directory, which is made if it is missing: everything in it or nothing. */
  import(volume: VolumeOf, archive: { path: string; content: AsyncIterable<Uint8Array> }): Promise<VolumeInfo>
}
