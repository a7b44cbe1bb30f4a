import type { Config } from '../../config/settings.ts'
import type { Part } from '../../contract/part.ts'
import type { ToolsApi } from '../tool/tools-api.ts'
import { readMcpServers } from './mcp-servers.ts'
import { type McpSourceNeeds, mcpSource } from './mcp-source.ts'

export interface McpServersNeeds extends Pick<McpSourceNeeds, 'createSandbox' | 'version'> {
  config: Pick<Config, 'mcpServers' | 'networkCeiling'>
  actions: Pick<ToolsApi, 'addToolSource'>
}

export interface McpServersApi {
  /** Names of the servers whose tools `tool.call` can call, as NAME/TOOL. */
  names: string[]
}

/** Makes the MCP servers of the configuration sources of tools. None is started before it is used; actions close them. */
export function mcpServersPart({ config, actions, ...needs }: McpServersNeeds): Part<McpServersApi> {
  const servers = Object.entries(readMcpServers(config.mcpServers))
  const { networkCeiling } = config
  for (const [name, entry] of servers) actions.addToolSource(mcpSource(name, entry, { ...needs, networkCeiling }))
  return { api: { names: servers.map(([name]) => name) } }
}
