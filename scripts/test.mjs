/**
 * `npm test`: installs what is missing, builds, runs the checks and tests, and closes with `N passed, N failed`. `npm test -- --all` also runs
 * the tests that are left to CI, and `npm test -- results` those tests of all whose path has that text. Vitest repeats a failed test at once,
 * and not alone.
 */
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'

/** Projects of `vitest.config.ts` that run without `--all`. */
const runByDefault = ['all', 'alone', 'journeys', 'postgres', 'unit']
/** With more failures than this, the cause is not the load of the machine. */
const maxRepeated = 8
const given = process.argv.slice(2).filter((argument) => argument !== '--all')
const areAll = process.argv.includes('--all') || given.some((argument) => !argument.startsWith('-'))
const totals = { passed: 0, failed: 0 }
/** Lines about tests that did not run, or passed only alone; printed last. */
const remarks = []

try {
  // Neither the build nor a check needs the programs that are installed meanwhile.
  const [missing, checks] = await Promise.all([ensureSystemPrograms(), installBuildAndCheck()])
  add(checks)
  for (const { suites, reason, command } of missing)
    remarks.push(`PASSED OVER  ${suites.join(', ')}: ${reason}. To run it: ${command}`)
  const projects = areAll ? [] : runByDefault.map((name) => `--project=${name}`)
  const excluded = missing.flatMap(({ suites }) => suites.flatMap((file) => ['--exclude', file]))
  add(await runTests([...given, ...projects, ...excluded]))
} catch (error) {
  console.error(error.stack ?? error)
  totals.failed += 1
}

for (const remark of remarks) console.log(remark)
if (!areAll) console.log('Some tests are left to CI: see docs/run-the-tests.md. To run them, too: npm test -- --all')
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

async function installBuildAndCheck() {
  await ensureInstalled()
  // The check of types lists errors of the build; tests that need no build still say what they know.
  await ensureBuilt().catch(() => console.log('The build has errors; the check of types lists them.'))
  return runChecks()
}

/** Runs tests, and a few that failed once more. A file that broke outside of its tests is a failure, and so is a run without tests. */
async function runTests(args) {
  const { tests, isBroken } = await runVitest(args)
  const skipped = tests.filter(({ state }) => state === 'skipped')
  remarks.push(...skipped.map(({ file, name }) => `PASSED OVER  ${file}: ${name}`))
  const passed = tests.filter(({ state }) => state === 'passed').length
  const failures = tests.filter(({ state }) => state === 'failed')
  if (isBroken || tests.length === 0) return { passed, failed: Math.max(failures.length, 1) }
  if (!(await passAlone(failures))) return { passed, failed: failures.length }
  return { passed: passed + failures.length, failed: 0 }
}

/** Runs tests. Returns tests with their state, and whether anything failed outside of a test. */
async function runVitest(args) {
  const { parseCLI, startVitest } = await import('vitest/node')
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const vitest = await startVitest('test', filter, { ...options, watch: false })
  const found = vitest.state.getTestModules()
  const tests = found.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: module.relativeModuleId,
      name: test.fullName.replaceAll(' > ', ' '),
      state: test.result().state,
    })),
  )
  const isBroken =
    vitest.state.getUnhandledErrors().length > 0 ||
    found.some((module) => module.state() === 'failed' && ![...module.children.allTests('failed')].length)
  await vitest.close()
  return { tests, isBroken }
}

/**
 * Runs the files of a few failed tests once more, each alone. Returns whether all of these tests pass. Two cores that also run browsers and
 * databases may starve a test, and its cause has to be found all the same. A file runs whole: its tests may continue one another.
 */
async function passAlone(failures) {
  if (failures.length > maxRepeated) return false
  for (const file of new Set(failures.map((failure) => failure.file))) {
    console.log(`Running again, alone: ${file}`)
    const { tests, isBroken } = await runVitest([file])
    const names = failures.filter((failure) => failure.file === file).map(({ name }) => name)
    const passes = (name) => {
      const again = tests.filter((test) => test.name === name)
      return again.length > 0 && again.every(({ state }) => state === 'passed')
    }
    if (isBroken || !names.every(passes)) return false
    remarks.push(...names.map((name) => `UNSTABLE  ${file}: ${name}: failed among the others, passed alone`))
  }
  return true
}

function add({ passed, failed }) {
  totals.passed += passed
  totals.failed += failed
}
