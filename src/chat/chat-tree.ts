import type { UiMessage } from '../contract/chat.ts'
import type { ChatNode } from '../store/chat/chat-tables.ts'

export interface Path {
  /** From the first message to the last. */
  path: ChatNode[]
  /** Those of the path that were not kept before. */
  added: ChatNode[]
}

/**
 * Finds the messages of a request among those that are kept. A kept answer counts as it was kept, whatever the client says; a question
 * with other words under the same id was edited, and begins a branch.
 */
export function findPath(nodes: ChatNode[], messages: UiMessage[], mask: (json: string) => string): Path {
  const path: ChatNode[] = []
  const added: ChatNode[] = []
  let next = nextNode(nodes)
  for (const message of messages) {
    const parent = path.at(-1)?.node ?? null
    const words = mask(JSON.stringify(message.parts))
    const kept = nodes.findLast(
      (each) =>
        each.parent === parent &&
        each.message.id === message.id &&
        each.message.role === message.role &&
        (message.role === 'assistant' || JSON.stringify(each.message.parts) === words),
    )
    const node = kept ?? { node: next++, parent, message, before: null, after: null }
    if (!kept) added.push(node)
    path.push(node)
  }
  return { path, added }
}

export const nextNode = (nodes: ChatNode[]): number => Math.max(0, ...nodes.map(({ node }) => node)) + 1

/** The messages from the first to this one. */
export function pathTo(nodes: ChatNode[], last: number | null): ChatNode[] {
  const byNumber = new Map(nodes.map((node) => [node.node, node]))
  const path: ChatNode[] = []
  for (let node = byNumber.get(last ?? 0); node; node = byNumber.get(node.parent ?? 0)) path.unshift(node)
  return path
}

/** The last answer of a path that ran something: it made the state of the session. */
export const lastRan = (path: ChatNode[]): number | null => path.findLast(({ before }) => before !== null)?.node ?? null

export const textOf = ({ parts }: UiMessage): string =>
  parts.flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : [])).join('\n\n')
