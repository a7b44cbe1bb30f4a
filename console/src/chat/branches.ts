import type { ChatInfo, UiMessage } from 'anneal-contract/chat.ts'

export type ChatNode = ChatInfo['nodes'][number]

/** The node of a message that is shown; ids repeat over branches, so its way from the first message decides. */
function nodeOf(nodes: readonly ChatNode[], shown: readonly UiMessage[], message: UiMessage): ChatNode | undefined {
  let found: ChatNode | undefined
  for (const each of shown) {
    const parent = found?.node ?? null
    const words = JSON.stringify(each.parts)
    const fits = nodes.filter((node) => node.parent === parent && node.message.id === each.id)
    found = fits.find((node) => JSON.stringify(node.message.parts) === words) ?? fits.at(-1)
    if (!found || each === message) return found
  }
  return undefined
}

/** All answers to the same question, or all wordings of a question, and which of them is shown. */
export function siblingsOf(
  nodes: readonly ChatNode[],
  shown: readonly UiMessage[],
  message: UiMessage,
): { nodes: ChatNode[]; at: number } {
  const own = nodeOf(nodes, shown, message)
  const same = own ? nodes.filter(({ parent }) => parent === own.parent) : []
  return { nodes: same, at: own ? same.indexOf(own) : -1 }
}

/** The messages from the first, through a node, to the newest that follows it. */
export function throughNode(nodes: readonly ChatNode[], through: ChatNode): UiMessage[] {
  const path: ChatNode[] = []
  for (let node: ChatNode | undefined = through; node; ) {
    path.unshift(node)
    const { parent }: ChatNode = node
    node = nodes.find((each) => each.node === parent)
  }
  for (let node: ChatNode | undefined = through; node; ) {
    const { node: number }: ChatNode = node
    node = nodes.findLast(({ parent }) => parent === number)
    if (node) path.push(node)
  }
  return path.map(({ message }) => message)
}
