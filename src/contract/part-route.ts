import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PathParams } from './path-params.ts'
import type { RowCall, RowSpec } from './row.ts'
import type { Tag } from './tags.ts'

export interface Answer {
  status: number
  description: string
  /** By media type; a schema for JSON, null for anything else. */
  content?: Record<string, z.ZodType | null>
}

/** The description of a row for people. */
export interface Description {
  tag: Tag
  /** The name of the row in clients that are made from the OpenAPI document: a verb first, `createRun`. */
  operation: string
  summary: string
  /** Input to try, where the row takes a body or needs a query; parts of the path have examples in their schemas. */
  example?: { query?: Record<string, unknown>; body?: unknown }
  /** Refusals of the row's own, beside those that follow from its access, path, query and body. */
  errors?: readonly ErrorCode[]
  /** The media type of a body that is not JSON: the handler reads its bytes as they come. */
  upload?: string
  answers: Answer[]
}

/** The OpenAPI document describes every part of a path. */
export type NamedParts<Path extends string> = keyof PathParams<Path> extends never
  ? unknown
  : Required<Pick<RowSpec<Path>, 'params'>>

/** A row of our own API that a part of the engine gives: the server sends the value as JSON, a `Response` as it is, and 204 where there is none. */
export type PartRoute = RowSpec & Description & { answer(call: RowCall): Promise<unknown> }

export function partRoute<Path extends string, Query, Body>(
  spec: RowSpec<Path, Query, Body> & Description & NamedParts<NoInfer<Path>>,
  answer: (call: RowCall<Path, Query, Body>) => Promise<unknown>,
): PartRoute {
  return { ...spec, answer } as unknown as PartRoute
}

export const answers = (schema: z.ZodType, description: string): Answer[] => [
  { status: 200, description, content: { 'application/json': schema } },
]
