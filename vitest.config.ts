import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { suitesThatImport } from './scripts/suites-that-import.mjs'
import { programEnvironment } from './scripts/system-programs.mjs'
import { leftToCi, runByDefault } from './scripts/test-projects.mjs'

const env: Record<string, string> = programEnvironment()

/**
 * Suites of a service that run once more on PostgreSQL, or folders of them: each operation, and what several statements, connections or
 * instances do together. That a statement does the same on both databases is the contract of the storage, which calls every method on both.
 */
const onBoth = [
  'cleanup/',
  'deliveries/',
  'dry-runs/',
  'editing/',
  'effects/',
  'experiments/',
  'exports/exports',
  'files/storage-quota',
  'generations/generations',
  'generations/streaming',
  'http/operations',
  'messaging/',
  'models/model-budget',
  'models/streamed-answers',
  'moves/',
  'people/people',
  'recordings/',
  'releases/environments',
  'releases/publish-gate',
  'replays/',
  'results/',
  'sign-in/',
  'turns/',
]
/** Suites in these folders that do not depend on what is stored. */
const onSqliteAlone = ['turns/perform-mail', 'turns/endless-flows', 'turns/hostile-values']
/** The pure packages, and the builder's document without a page: `npm run test:unit`. */
const unit = [
  'packages/{api,blocks,chat,engine,flow,prove}/src/**/*.test.ts',
  'packages/builder/src/document/!(*-with-service).test.ts',
]
/** Commands of guides against a service, and the static site. */
const docs = ['scripts/docs/ci/*.test.mjs']
/** Packages as npm packs them. */
const packed = ['packages/*/src/packed.test.ts', 'scripts/pack.test.mjs']
const reliability = ['lab/reliability/src/**/*.test.ts']
const servicesOnPostgres = ['packages/!(storage)/src/postgres/*.test.ts', ...suitesOnBoth('packages/server/src')]

/** People's ways through the builder and the widget, from the first click to the last answer: they meet what most changes break. */
const journeys = [
  'packages/builder/src/builder.test.ts',
  'packages/builder/src/journeys.test.ts',
  'packages/builder/src/keyboard.test.ts',
  'packages/widget/src/conversation/reliability.test.ts',
  'packages/widget/src/elements/elements.test.ts',
  'packages/widget/src/examples.test.ts',
]

/**
 * Suites that change what other files in the same process would see (mocked modules, the environment), or that measure the processor time of
 * their process, in which nothing else may run. Each runs in its own process. All others share the modules of the workers, which are then
 * loaded and compiled once and not once a file.
 */
const apart = testsIn('packages').filter((file) =>
  /\bvi\.(mock|doMock|resetModules|hoisted|stubEnv|stubGlobal)\(|process\.env\.\w+ = |\bgrowthOf\(/.test(
    readFileSync(file, 'utf8'),
  ),
)

/** Runs the files of a project one after the other: a worker keeps its modules only until a file of another project comes. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => one.project.name.localeCompare(other.project.name))
  }
}

/** The suites of `onBoth` that start a service in their own process, on whichever database the tests use. */
function suitesOnBoth(folder: string): string[] {
  const suites = testsIn(folder).filter((file) =>
    /\b(testService|operationServices|messagingWorld)\(/.test(readFileSync(file, 'utf8')),
  )
  const isAt = (file: string, place: string) => file.startsWith(join(folder, place))
  const gone = [...onBoth, ...onSqliteAlone].filter((place) => !suites.some((file) => isAt(file, place)))
  if (gone.length > 0) throw new Error(`No suite is at ${gone.join(', ')}: mend the lists onBoth and onSqliteAlone`)
  const isIn = (places: readonly string[]) => (file: string) => places.some((place) => isAt(file, place))
  return suites.filter(isIn(onBoth)).filter((file) => !isIn(onSqliteAlone)(file))
}

function testsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
}

const inBrowser = [...new Set(['playwright-core', 'puppeteer-core'].flatMap(suitesThatImport))]

/** Values of a test die young: a larger space for them saves a tenth of the processor time. */
const execArgv = ['--max-semi-space-size=64', '--min-semi-space-size=32']
const withCluster = { globalSetup: ['packages/storage/src/testing/postgres-setup.ts'] }
/** Without PostgreSQL its projects have no suites. */
const ifInstalled = (files: string[]) => (env.TEST_POSTGRES === undefined ? [] : files)

const projects = [
  {
    name: 'all',
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
    exclude: ['packages/*/src/postgres/**', ...unit, ...apart, ...docs, ...packed, ...reliability, ...inBrowser],
  },
  { name: 'apart', include: apart, exclude: reliability, isolate: true },
  { name: 'docs', include: docs },
  { name: 'journeys', include: journeys },
  { name: 'packed', include: packed },
  { name: 'pages', include: inBrowser, exclude: [...journeys, ...apart, ...packed] },
  { name: 'postgres', include: ifInstalled(['packages/storage/src/postgres/**/*.test.ts']), ...withCluster },
  { name: 'postgres-services', include: ifInstalled(servicesOnPostgres), ...withCluster },
  { name: 'reliability', include: reliability, exclude: ['packages/*/src/postgres/**'] },
  { name: 'unit', include: unit, exclude: apart },
]
const listed = [...runByDefault, ...Object.keys(leftToCi)].toSorted().join(', ')
const named = projects.map(({ name }) => name).join(', ')
if (listed !== named) throw new Error(`The projects are ${named}, but scripts/test-projects.mjs lists ${listed}`)

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development'] } },
  test: {
    setupFiles: ['scripts/prototype-guard.mjs', 'scripts/patient-waits.mjs'],
    // A state that is waited for comes late on a busy machine; one that never comes fails all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than there are processors: tests wait for browsers, databases and disks.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    isolate: false,
    sequence: { sequencer: ByProject },
    env,
    // Measured work begins to collect garbage at the size at which it does in a service.
    projects: projects.map((test) => ({
      extends: true,
      test: { ...test, ...(test.name !== 'apart' && { execArgv }) },
    })),
  },
})
