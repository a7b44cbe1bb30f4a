/** One failure a caller can act on: HTTP status, whether trying again can help, what happened, what to do. */
export const row = <D>(status: number, retry: boolean, say: (details: D) => [what: string, fix: string]) => ({
  status,
  retry,
  say,
})
