import type { Diagnose } from './diagnose/create-diagnose.ts'

export const provisionalDiagnose: Diagnose = ({ language, executed: { end }, failedTest }) => {
  const error = end.error ?? {
    type: failedTest ? 'TestFailed' : 'Failure',
    message: failedTest?.detail ?? `${end.endedBy}`,
  }
  const isSyntax = /Syntax|Indentation|TabError/.test(error.type)
  return {
    ...error,
    category: isSyntax ? 'syntax' : 'runtime',
    severity: 'medium',
    recoverable: end.error !== undefined || failedTest !== undefined,
    pattern: 'provisional',
    fingerprint: `${language.id}:${error.type}:${error.message.replace(/'[^']*'|\d+/g, '_').slice(0, 80)}`,
    explanation: `It failed with ${error.type}: ${error.message}.`,
  }
}
