/** Functions and methods that return a whole file at once. */
export const WHOLE_FILE_READERS: ReadonlySet<string> = new Set([
  'read',
  'readlines',
  'read_text',
  'read_bytes',
  'read_csv',
  'read_excel',
  'read_json',
  'read_parquet',
  'readFile',
  'readFileSync',
])
