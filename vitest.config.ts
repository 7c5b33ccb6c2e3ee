import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { programEnvironment } from './scripts/system-programs.mjs'

const env: Record<string, string> = programEnvironment()
/** Without PostgreSQL its projects have no suites. */
const ifInstalled = (files: string[]) => (env.TEST_POSTGRES === undefined ? [] : files)
const withCluster = { globalSetup: ['packages/storage/src/testing/postgres-setup.ts'] }
/** Values of a test die young: a larger space for them saves a tenth of the processor time. */
const execArgv = ['--max-semi-space-size=64', '--min-semi-space-size=32']

/** Projects by the names of their files. */
const named = {
  docs: ['scripts/docs/ci/*.test.mjs'],
  journeys: ['packages/**/*.journey.test.ts'],
  packed: ['packages/*/src/packed.test.ts', 'scripts/pack.test.mjs'],
  pages: ['packages/**/*.browser.test.ts'],
}
const everything = ['{packages,lab}/*/src/**/*.test.{ts,tsx}', '{scripts,docs-site}/**/*.test.mjs']
const alone = ['{packages,lab}/**/*.alone.test.ts']
const postgresOnly = ['{packages,lab}/*/src/postgres/**']
const reliability = ['lab/reliability/src/**/*.test.ts', 'packages/**/{process/*-kill,sqlite/*-growth}.test.ts']
const document = 'packages/builder/src/document/!(*-with-service).test.ts'
const unit = ['packages/{api,blocks,channels,chat,engine,flow,prove}/src/**/*.test.ts', document]
const notInAll = [...Object.values(named).flat(), ...alone, ...postgresOnly, ...reliability, ...unit]
const services = ['packages/**/*.postgres.test.ts', '*/!(storage)/src/postgres/**/*.test.ts', '**/postgres/growth.*']
const projects = [
  { name: 'all', include: everything, exclude: notInAll },
  // Measured work begins to collect garbage at the size at which it does in a service.
  { name: 'alone', include: alone, isolate: true, execArgv: [] },
  { name: 'postgres', include: ifInstalled(['packages/storage/src/postgres/**/!(growth).test.ts']), ...withCluster },
  { name: 'postgres-services', include: ifInstalled(services), ...withCluster },
  { name: 'reliability', include: reliability, exclude: postgresOnly },
  { name: 'unit', include: unit, exclude: alone },
  ...Object.entries(named).map(([name, include]) => ({ name, include })),
]

/** Runs the files of a project one after the other: a worker keeps its modules only until a file of another project comes. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => one.project.name.localeCompare(other.project.name))
  }
}

const test = {
  setupFiles: ['scripts/test-setup.mjs'],
  // A state that is waited for comes late on a busy machine; one that never comes fails all the same.
  ...{ testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } },
  // One more than there are processors: tests wait for browsers, databases and disks.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
  isolate: false,
  sequence: { sequencer: ByProject },
  env,
  projects: projects.map((project) => ({ extends: true as const, test: { execArgv, ...project } })),
}
const resolve = { conditions: ['development'] }
export default defineConfig({ resolve, ssr: { resolve }, test })
