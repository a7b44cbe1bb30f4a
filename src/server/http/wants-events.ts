/** Whether the caller asks for a stream of events rather than one answer. */
export const wantsEvents = (request: Request): boolean =>
  (request.headers.get('accept') ?? '').toLowerCase().includes('text/event-stream')
