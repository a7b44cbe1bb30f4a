import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, type ServerContext } from '@modelcontextprotocol/server'

/** Whether a client shows forms to its person. Requests of 2026-07-28 tell it themselves; before, the connection did. */
export function canBeAsked({ mcpReq }: ServerContext, ofConnection: ClientCapabilities | undefined): boolean {
  const told = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined
  const { elicitation } = told?.[CLIENT_CAPABILITIES_META_KEY] ?? ofConnection ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
