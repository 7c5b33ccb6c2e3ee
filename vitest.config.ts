import { defineConfig } from 'vitest/config'
import { programEnvironment } from './scripts/system-programs.mjs'

const env: Record<string, string> = programEnvironment()

/** Of the service, those that run once more on PostgreSQL: all that a client can see of what is stored. */
const onBoth = [
  'contract-chat',
  'contract-management',
  'credentials',
  'preview-chat',
  'results',
  'sessions',
  'start-chat',
  'update-bot',
  'users-and-workspaces',
  'webhooks',
  'files/visitor-file',
  'editing/take-operations',
  'editing/live-bots',
]
const onPostgres = ['packages/*/src/postgres/*.test.ts', ...onBoth.map((it) => `packages/server/src/${it}.test.ts`)]

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development'] } },
  test: {
    setupFiles: ['scripts/prototype-guard.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['packages/*/src/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: env.COLLOQUY_POSTGRES === undefined ? [] : onPostgres,
          globalSetup: ['packages/storage/src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
