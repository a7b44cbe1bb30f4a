import type { McpExtension } from '../../../src/mcp/extension.ts'
import { addAsking } from './asking-tools.ts'
import { addContents } from './content-tools.ts'
import { addInputRequired, stateCodec } from './input-required-tools.ts'
import { addPromptsAndResources } from './prompts-and-resources.ts'

/** All that the official conformance suite asks a server for: its names and texts are those of the suite's descriptions. */
export const everything: McpExtension = {
  options: { requestState: { verify: stateCodec.verify } },
  add(server, notify) {
    server.server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } })
    addContents(server)
    addAsking(server)
    addInputRequired(server)
    addPromptsAndResources(server)
    server.registerTool('test_trigger_tool_change', { description: 'test_trigger_tool_change' }, () => {
      notify?.toolsChanged()
      return { content: [{ type: 'text', text: 'told' }] }
    })
    server.registerTool('test_trigger_prompt_change', { description: 'test_trigger_prompt_change' }, () => {
      notify?.promptsChanged()
      return { content: [{ type: 'text', text: 'told' }] }
    })
  },
}
