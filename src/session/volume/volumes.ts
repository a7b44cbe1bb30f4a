import type { TreeFile } from '../../contract/session.ts'
import type { VolumeInfo, VolumeRequest, VolumeStats } from '../../contract/volume.ts'
import type { TreeOwner } from '../../sandbox/tree.ts'

/** A volume as its owner names it: for everybody else there is none of that name. */
export interface VolumeOf {
  userId: string
  name: string
}

/** Part of a file, from its first byte to its last one, both counted from 0 and both in it. */
export interface ByteRange {
  start: number
  end: number
}

export interface VolumeFile extends TreeFile {
  /** Changes with the content. */
  tag: string
  /** The bytes, checked piece by piece; all of them unless a range is named. */
  content(range?: ByteRange): AsyncIterable<Uint8Array>
}

/** How something new is to be; what is not said stays as it was, or is as usual. */
export interface Placing {
  mode?: number
  owner?: TreeOwner
  /** False: PATH_EXISTS when something is there already. */
  mayReplace?: boolean
  /** False: PATH_NOT_FOUND when the directory that it is to be in is not there. */
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

/** An archive is as long as its files, so it is told as it is made. */
export interface VolumeArchive {
  content: AsyncIterable<Uint8Array>
}

/**
 * Trees of files that outlive sandboxes. Every change makes a new version, whole or not at all; a version that was read goes on
 * being read whatever happens meanwhile. Paths are those inside of the volume; no link is ever followed.
 */
export interface Volumes {
  create(userId: string, request: VolumeRequest): Promise<VolumeInfo>
  list(userId: string): Promise<VolumeInfo[]>
  info(volume: VolumeOf): Promise<VolumeInfo>
  /** With everything in it; answers with what it was. */
  remove(volume: VolumeOf): Promise<VolumeInfo>
  stats(userId: string): Promise<VolumeStats>
  /** What is in a directory, `depth` levels down; of the whole volume when the path is ''. */
  files(volume: VolumeOf, query: { path: string; depth: number }): Promise<TreeFile[]>
  stat(volume: VolumeOf, path: string): Promise<TreeFile>
  open(volume: VolumeOf, path: string): Promise<VolumeFile>
  /** The whole content or nothing; makes missing directories on the way. */
  save(volume: VolumeOf, file: Upload): Promise<TreeFile>
  /** With missing ones on the way; one that is there is fine. */
  makeDirectory(volume: VolumeOf, path: string, placing?: Placing): Promise<TreeFile>
  setAttributes(volume: VolumeOf, path: string, attributes: Attributes): Promise<TreeFile>
  /** Takes the place of a file at the end; never of a directory. */
  move(volume: VolumeOf, paths: { from: string; to: string }): Promise<TreeFile>
  /** A file, or a directory with everything in it. */
  removeFile(volume: VolumeOf, path: string): Promise<VolumeInfo>
  /** A directory as tar. */
  export(volume: VolumeOf, path: string): Promise<VolumeArchive>
  /** Lays an archive into a directory, which is made if it is missing: everything in it or nothing. */
  import(volume: VolumeOf, archive: { path: string; content: AsyncIterable<Uint8Array> }): Promise<VolumeInfo>
}
