import type { StartingPoint } from '../machine.ts'

export type BuildStatus = 'waiting' | 'building' | 'ready' | 'error'
export type BuildLogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface BuildLogEntry {
  atMs: number
  level: BuildLogLevel
  message: string
  /** `base`, `finalize` or the number of a step, from 1. */
  step?: string
}

/** One line of the recipe of a template. */
export interface BuildStep {
  type: 'COPY' | 'RUN' | 'ENV' | 'WORKDIR' | 'USER'
  args: string[]
  /** For COPY: the archive that was uploaded for it. */
  filesHash?: string
  /** Repeats the step even if nothing changed. */
  force: boolean
}

export interface BuildPlan {
  fromImage?: string
  fromTemplate?: string
  steps: BuildStep[]
  startCommand?: string
  readyCommand?: string
  /** Repeats every step. */
  force: boolean
}

/** The reason why a build failed, and the step. */
export interface BuildReason {
  message: string
  step?: string
  logs: BuildLogEntry[]
}

/** The result of a build: a starting point without a name. */
export type BuiltPoint = Omit<StartingPoint, 'templateId' | 'alias'>

export interface Tag {
  tag: string
  buildId: string
  createdAtMs: number
}

export interface Template {
  id: string
  userId: string
  createdAtMs: number
  updatedAtMs: number
  /** Without the namespace, which is its owner; null for an unnamed snapshot. */
  name: string | null
  isPublic: boolean
  isSnapshot: boolean
  tags: Tag[]
  /** The number of machines made of it, and the time of the last one. */
  useCount: number
  lastUsedAtMs: number | null
}

export interface Build {
  id: string
  userId: string
  templateId: string
  createdAtMs: number
  updatedAtMs: number
  finishedAtMs: number | null
  status: BuildStatus
  /** Assigned when the build is ready. */
  tags: string[]
  cpuCount: number
  memoryMb: number
  point: BuiltPoint | null
  reason: BuildReason | null
  /** For a snapshot: the machine it was taken from. */
  machineId: string | null
}

export interface BuildRequest {
  /** With an optional `:tag`. */
  name: string
  tags: string[]
  cpuCount?: number
  memoryMb?: number
}

export interface RequestedBuild {
  template: Template
  build: Build
}

export interface BuildQuery {
  templateId: string
  buildId: string
  userId: string
}

export interface UploadLink {
  templateId: string
  /** Whether this user has uploaded these files before. */
  isPresent: boolean
  expiresAtMs: number
  signature: string
}

export interface Upload {
  templateId: string
  hash: string
  expiresAtMs: number
  signature: string
  lengthBytes: number
  body: AsyncIterable<Uint8Array>
}

/** Templates as their owners manage them. Another user's template does not exist, unless it is public. */
export interface Templates {
  request(request: BuildRequest, userId: string): Promise<RequestedBuild>
  /** Begins the build without waiting for its end. */
  start(build: BuildQuery, plan: BuildPlan): Promise<void>
  build(query: BuildQuery): Promise<Build>
  logs(query: BuildQuery): Promise<readonly BuildLogEntry[]>
  /** The templates of a user, without snapshots, with all their builds, the newest template first. */
  list(userId: string): Promise<{ template: Template; builds: Build[] }[]>
  /** By id or name. */
  get(name: string, userId: string): Promise<{ template: Template; builds: Build[] }>
  /** Tells whether there is a template of that name, built or not. */
  find(name: string, userId: string): Promise<{ id: string; isPublic: boolean }>
  tag(target: string, tags: string[], userId: string): Promise<{ buildId: string; tags: string[] }>
  untag(name: string, tags: string[], userId: string): Promise<void>
  setPublic(name: string, isPublic: boolean, userId: string): Promise<Template>
  uploadLink(file: { templateId: string; hash: string; userId: string }): Promise<UploadLink>
  /** Takes the files that a link was given for, once. */
  receive(upload: Upload): Promise<void>
  /** Ends the running builds. */
  close(): Promise<void>
}

export const DEFAULT_TAG = 'default'
