import type { RowCall, RowSpec } from '../../contract/row.ts'

export type { RowCall } from '../../contract/row.ts'

export interface Row<Path extends string = string, Query = unknown, Body = unknown> extends RowSpec<Path, Query, Body> {
  handle(call: RowCall<Path, Query, Body>): Promise<Response>
}

/** Joins a call and its handler, whose input has the types of the path and the schemas. */
export function row<Path extends string, Query, Body>(
  spec: RowSpec<Path, Query, Body>,
  handle: Row<Path, Query, Body>['handle'],
): Row {
  return { ...spec, handle } as unknown as Row
}
