export function hasSources(): boolean
export function lastChange(root?: string): string
export function stamp(change: string, root?: string): void
export function isBuilt(root?: string): boolean
