/** The groups a process is in, by controller; that of the v2 hierarchy has no controller's name. */
export function parseOwnGroups(text: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (path === undefined) continue
    for (const controller of controllers?.split(',') ?? []) groups.set(controller, path)
  }
  return groups
}
