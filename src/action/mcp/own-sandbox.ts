import type { Sandbox } from '../../sandbox/sandbox.ts'

/** The share of a live sandbox that an MCP server needs. */
export interface OwnSandbox {
  sandbox: Pick<Sandbox, 'start' | 'files'>
  destroy(): Promise<void>
}
