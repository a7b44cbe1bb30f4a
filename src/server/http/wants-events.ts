/** Whether a stream of events is asked for, rather than one answer. */
export const wantsEvents = (request: Request): boolean =>
  (request.headers.get('accept') ?? '').toLowerCase().includes('text/event-stream')
