/** The address of a file that a run wrote. It stands alone, so that a page needs no schemas for it. */
export function runFileUrl(
  runId: string,
  path: string,
  { block, attempt }: { block?: number | undefined; attempt?: number | undefined } = {},
): string {
  const url = `/v1/runs/${runId}/files/${path.split('/').map(encodeURIComponent).join('/')}`
  return block === undefined ? url : `${url}?block=${block}&attempt=${attempt}`
}
