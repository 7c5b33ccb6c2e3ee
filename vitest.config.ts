import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { programEnvironment } from './scripts/system-programs.mjs'

const env: Record<string, string> = programEnvironment()

/** Suites of the service in which nothing depends on what is stored. All others of a whole service run once more on PostgreSQL. */
const onSqliteAlone = [
  'http/bodies',
  'limits/growth-of-handlers',
  'bots/lint',
  'observability/logger',
  'turns/perform-mail',
  'routes/widget-files',
  'http/storage-failures',
  'observability/tracing',
  'turns/endless-flows',
  'turns/hostile-values',
]
/** The pure packages, and the builder's document without a page: `npm run test:unit`. */
const unit = [
  'packages/{api,blocks,chat,engine,flow,prove}/src/**/*.test.ts',
  'packages/builder/src/document/!(*-with-service).test.ts',
]
const onPostgres = ['packages/*/src/postgres/*.test.ts', ...suitesOnBoth('packages/server/src')]

/** Those that start a service in their own process, on whichever database the tests run. */
function suitesOnBoth(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))
  const gone = onSqliteAlone.filter((name) => !files.includes(`${name}.test.ts`))
  if (gone.length > 0) throw new Error(`No suite has the name ${gone.join(', ')}: mend the list onSqliteAlone`)
  return files
    .filter((file) =>
      /\b(testService|operationServices|messagingWorld)\(/.test(readFileSync(join(folder, file), 'utf8')),
    )
    .filter((file) => !onSqliteAlone.includes(file.replace('.test.ts', '')))
    .map((file) => join(folder, file))
}

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development'] } },
  test: {
    setupFiles: ['scripts/prototype-guard.mjs', 'scripts/patient-waits.mjs'],
    // A state that is waited for comes late on a busy machine; one that never comes fails all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    env,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['packages/*/src/postgres/**', ...unit],
        },
      },
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: env.TEST_POSTGRES === undefined ? [] : onPostgres,
          globalSetup: ['packages/storage/src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
