import { z } from 'zod'
import { finding } from './finding.ts'

export const functionMetrics = z
  .object({
    name: z.string().describe('With the class or function around it: `Cart.total`'),
    line: z.int(),
    endLine: z.int(),
    cyclomatic: z.int().describe('Ways through it, as McCabe counts them'),
    cognitive: z.int().describe('How hard it is to follow, as Cognitive Complexity counts'),
    nesting: z.int().describe('Deepest nesting of its control flow'),
    lines: z.int().describe('Lines that are neither blank nor comments alone'),
    parameters: z.int(),
    maintainability: z.number().min(0).max(100).describe('Maintainability index, 100 is best'),
  })
  .meta({ id: 'FunctionMetrics' })
export type FunctionMetrics = z.infer<typeof functionMetrics>

/** A module or package that the program names. */
export const importedModule = z.object({
  name: z.string(),
  line: z.int(),
  kind: z.enum(['standard', 'package', 'local']),
  package: z.string().optional().describe('The package to install for it, where that has another name'),
})
export type ImportedModule = z.infer<typeof importedModule>

/** The likely needs of a program, read from its code alone. */
export const estimate = z.object({
  time: z.string().describe('How the time grows, such as `O(n)` or `O(n²)`; `unbounded` where a loop has no end'),
  memory: z.enum(['small', 'moderate', 'large', 'unbounded']),
  network: z.boolean(),
  files: z.boolean(),
  processes: z.boolean(),
  reasons: z.array(z.string()).describe('The reasons for the estimate'),
})
export type Estimate = z.infer<typeof estimate>

export const analysis = z
  .object({
    language: z.string(),
    partial: z.boolean().describe('Some of the program could not be read'),
    lines: z.object({ total: z.int(), code: z.int(), comment: z.int(), blank: z.int() }),
    cyclomatic: z.int().describe('Of the whole program'),
    cognitive: z.int().describe('Of the whole program'),
    maintainability: z.number().min(0).max(100),
    functions: z.array(functionMetrics),
    findings: z
      .array(finding)
      .describe('Style, practice, performance, complexity and refactoring, by `family`; in the order of the code'),
    imports: z.array(importedModule),
    estimate,
  })
  .meta({ id: 'Analysis' })
export type Analysis = z.infer<typeof analysis>

export const analyzeRequest = z
  .strictObject({
    code: z.string(),
    language: z.string().max(40).optional().describe('By name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language'),
  })
  .meta({ id: 'AnalyzeRequest' })
export type AnalyzeRequest = z.infer<typeof analyzeRequest>
