const ENDS_WITH_ITS_MEMORY =
  'Programs live in the memory of its kernel: when the control group has no more of it, the box ends, with "memory" as the reason.'

/**
 * Checks that cannot hold in a box of this gVisor, with the reason; what of them does hold is tested in `gvisor.test.ts`.
 * What is merely undeclared is not among them: that is refused, and the checks look whether it is.
 */
export const unsupportedChecks: Record<string, string> = {
  'the-memory-limit-holds-and-is-named': ENDS_WITH_ITS_MEMORY,
  'a-child-that-dies-of-the-memory-limit-names-it': ENDS_WITH_ITS_MEMORY,
  'memory-that-is-not-private-counts-too': ENDS_WITH_ITS_MEMORY,
  'the-agent-answers-while-all-memory-is-used': ENDS_WITH_ITS_MEMORY,
  'the-process-limit-holds-and-is-named': 'Its kernel holds the limit, but counts nowhere how often it had to refuse.',
  'the-cpu-share-holds': 'Its CPU clocks go on while the host holds the box back, so a program inside cannot tell.',
}
