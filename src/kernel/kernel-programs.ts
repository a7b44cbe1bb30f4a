import type { KernelProgram } from './kernel-program.ts'
import { pythonKernel } from './python/python-kernel.ts'

/** Every language a live interpreter can be asked for. */
export const kernelPrograms: readonly KernelProgram[] = [pythonKernel]
