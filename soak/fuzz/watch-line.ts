/** A line of what is written inside a watched server; times of the day in milliseconds, memory in megabytes. */
export type WatchLine =
  /** `systemMs` of its time was spent in the kernel, where a profile sees nothing. */
  | { kind: 'stall'; beat: number; fromMs: number; toMs: number; cpuMs: number; systemMs: number }
  /** Where the time before this beat was spent. */
  | { kind: 'stack'; beat: number; frames: string[] }
  | { kind: 'memory'; atMs: number; heap: number; resident: number }
