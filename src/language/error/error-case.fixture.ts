import type { ProgramError } from '../../contract/diagnosis.ts'

/** A program that fails, with the error that must be read from its interpreter's or compiler's output. */
export type ErrorCase = [title: string, language: string, code: string, error: ProgramError | undefined]
