import type { McpServer, McpServerOptions, ServerNotifier } from '@modelcontextprotocol/server'

/** Tools and resources beside ours: of an embedding program, or those that the official conformance suite asks for. */
export interface McpExtension {
  options?: Pick<McpServerOptions, 'requestState'>
  add(server: McpServer, notify?: ServerNotifier): void
}
