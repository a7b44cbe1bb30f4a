/** A line that a watched server writes; times of the day in milliseconds, memory in megabytes. */
export type WatchLine =
  /** A stall; `systemMs` of its time was spent in the kernel, where a profile sees nothing. */
  | { kind: 'stall'; beat: number; fromMs: number; toMs: number; cpuMs: number; systemMs: number }
  /** The stack in which the time before this beat was spent. */
  | { kind: 'stack'; beat: number; frames: string[] }
  | { kind: 'memory'; atMs: number; heap: number; resident: number }
