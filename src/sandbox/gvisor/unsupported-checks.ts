const ENDS_WITH_ITS_MEMORY =
  'Programs live in the memory of its kernel: when the control group has no more of it, the sandbox ends, with "memory" as the reason.'

/**
 * Checks that cannot hold in a sandbox of this gVisor, with the reason; `gvisor.test.ts` tests the parts that do hold.
 * Undeclared capabilities are not among them: the provider refuses those, and the checks verify it.
 */
export const unsupportedChecks: Record<string, string> = {
  'the-memory-limit-holds-and-is-named': ENDS_WITH_ITS_MEMORY,
  'a-child-that-dies-of-the-memory-limit-names-it': ENDS_WITH_ITS_MEMORY,
  'memory-that-is-not-private-counts-too': ENDS_WITH_ITS_MEMORY,
  'the-agent-answers-while-all-memory-is-used': ENDS_WITH_ITS_MEMORY,
  'the-process-limit-holds-and-is-named': 'Its kernel holds the limit, but counts nowhere how often it had to refuse.',
  'the-cpu-share-holds': 'Its CPU clocks go on while the host holds the sandbox back, so a program inside cannot tell.',
}
