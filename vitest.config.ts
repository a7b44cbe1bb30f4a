import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts', 'src/**/*.fixture.ts'],
      reporter: ['text-summary', 'lcov'],
      thresholds: { lines: 85, branches: 80 },
    },
    projects: [
      { extends: true, test: { name: 'fast', include: ['src/**/*.test.ts', 'test/architecture.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/architecture.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
