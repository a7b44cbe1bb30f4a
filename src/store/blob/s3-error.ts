import { EngineError } from '../../contract/errors.ts'

/** The fields of a client's error that we read. */
interface Thrown {
  name?: string
  message?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Whether the object is missing; a missing bucket is another error. */
export const isMissing = (error: unknown): boolean => {
  const { name } = error as Thrown
  return name === 'NoSuchKey' || name === 'NotFound'
}

/** Turns an error of the object store's client into a failure that a caller can act on. `where` holds no secret. */
export function s3Error(error: unknown, { where, bucket }: { where: string; bucket: string }): unknown {
  if (error instanceof EngineError) return error
  const { name = '', $metadata } = error as Thrown
  const status = $metadata?.httpStatusCode
  const reason = reasonOf(error as Thrown)
  const invalid = (problem: string) => new EngineError('CONFIG_INVALID', { problems: [problem] }, { cause: error })
  if (name === 'NoSuchBucket') return invalid(`s3Bucket: there is no bucket ${bucket} at ${where}`)
  if (status === 401 || status === 403) return invalid(`s3KeyId, s3Secret: ${where} refuses us: ${reason}`)
  if (name === 'CredentialsProviderError') return invalid(`s3KeyId: there are no credentials for ${where}`)
  if (status === 507) return new EngineError('STORE_FULL', { reason: `${where}: ${reason}` }, { cause: error })
  return new EngineError('OBJECTS_UNAVAILABLE', { where, reason }, { cause: error })
}

function reasonOf(error: Thrown): string {
  // A host with several addresses fails with one error for each, under an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const { name, code, message, $metadata } = (first ?? error) as Thrown
  const text = (message ?? '').replace(/\.$/, '') || code || name || 'no reason was given'
  const status = $metadata?.httpStatusCode
  return status === undefined || status < 500 ? text : `${text} (status ${status})`
}
