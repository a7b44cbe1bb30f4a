import type { ServerResponse } from 'node:http'
import type { EngineError } from '../../../contract/errors.ts'

/** A refusal in the form of E2B's server: plain text, which the SDKs show to their caller. */
export function sayProblem(response: ServerResponse, error: EngineError): void {
  const { status, text } = problemOf(error)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}

function problemOf({ code, details, message, hint }: EngineError): { status: number; text: string } {
  if (code === 'CONTEXT_NOT_FOUND') {
    return { status: 404, text: `Context ${(details as { contextId: string }).contextId} not found` }
  }
  if (code === 'LANGUAGE_UNKNOWN') {
    return {
      status: 500,
      text: `Failed to create context: ${unknownKernel((details as { language: string }).language)}`,
    }
  }
  return code === 'INVALID_REQUEST' ? { status: 422, text: message } : { status: 500, text: `${message} ${hint}` }
}

/** The message of E2B's kernel server, since callers look for its words. */
function unknownKernel(language: string): string {
  const message = `The '${language}' kernel is not available. Please pick another suitable kernel instead, or install that kernel.`
  return JSON.stringify({ message, short_message: `${language} not found` })
}
