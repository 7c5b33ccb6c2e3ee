import { defineConfig } from 'vitest/config'
import { programEnvironment } from './scripts/system-programs.mjs'

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development'] } },
  test: {
    setupFiles: ['scripts/prototype-guard.mjs'],
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: programEnvironment(),
  },
})
