import { bashKernel } from './bash/bash-kernel.ts'
import { javaKernel } from './java/java-kernel.ts'
import { findKernelProgram, type KernelProgram } from './kernel-program.ts'
import { javascriptKernel, typescriptKernel } from './node/node-kernels.ts'
import { pythonKernel } from './python/python-kernel.ts'
import { rKernel } from './r/r-kernel.ts'
import { sqlKernel } from './sql/sql-kernel.ts'

/** Whether programs of a language can live on in an interpreter. */
export const livesOn = (name: string): boolean => findKernelProgram(kernelPrograms, name) !== undefined

/** Languages with interpreters that can be saved, as sessions need it. */
export const kernelPrograms: readonly KernelProgram[] = [
  pythonKernel,
  javascriptKernel,
  typescriptKernel,
  bashKernel,
  sqlKernel,
  rKernel,
]

/** All languages with a live interpreter. */
export const allKernelPrograms: readonly KernelProgram[] = [...kernelPrograms, javaKernel]
