/** The groups of a process, by controller; the key of the v2 hierarchy is empty. */
export function parseOwnGroups(text: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (path === undefined) continue
    for (const controller of controllers?.split(',') ?? []) groups.set(controller, path)
  }
  return groups
}
