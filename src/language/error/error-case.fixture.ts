import type { ProgramError } from '../../contract/diagnosis.ts'

/** A program that fails, and what is read from what its interpreter or compiler says. */
export type ErrorCase = [title: string, language: string, code: string, error: ProgramError | undefined]
