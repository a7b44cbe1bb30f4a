import { actionsPart } from '../action/actions-part.ts'
import { mcpServersPart } from '../action/mcp/mcp-servers-part.ts'
import { browsersPart } from '../browser/browsers-part.ts'
import { chatsPart } from '../chat/chats-part.ts'
import { graphPart } from '../graph/graph-part.ts'
import { learningPart } from '../memory/learning-part.ts'
import { plansPart } from '../plan/plans-part.ts'
import { tasksPart } from '../task/tasks-part.ts'
import { commandsPart } from './command/commands-part.ts'
import { eventsPart } from './event/events-part.ts'
import { retentionPart } from './retention/retention-part.ts'

/**
 * Capabilities that stand on the rest of the engine, in the order in which they open: each line is one, as `engine.<name>`. The
 * parameter of its function names its needs; it may need what `Core` of `engine/open-capabilities.ts` has, and the
 * capabilities above its line.
 */
export const capabilities = {
  commands: commandsPart,
  events: eventsPart,
  retention: retentionPart,
  actions: actionsPart,
  mcpServers: mcpServersPart,
  browsers: browsersPart,
  graph: graphPart,
  plans: plansPart,
  tasks: tasksPart,
  chats: chatsPart,
  learning: learningPart,
}
