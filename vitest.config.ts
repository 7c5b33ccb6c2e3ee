import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests that need PostgreSQL, and those of the service that run once more on it. */
const onPostgres = ['packages/storage/src/postgres/*.test.ts']

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development'] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['packages/storage/src/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: existsSync('/usr/lib/postgresql') ? onPostgres : [],
          globalSetup: ['packages/storage/src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
