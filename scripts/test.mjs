/**
 * `npm test`: installs what is missing, builds, runs the checks and tests, and closes with `N passed, N failed`. `npm test -- --all` also runs
 * the tests that are left to CI, and `npm test -- results` those tests of all whose path has that text.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { runTool } from './run-command.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'

/** Projects of `vitest.config.ts` that run without `--all`, and what the others are. */
const runByDefault = ['all', 'alone', 'journeys', 'postgres', 'unit']
const leftToCi = [
  'the commands of the guides',
  'the packages as npm packs them',
  'each page of the builder and the widget by itself',
  'services on PostgreSQL',
  'the reliability tests at a small size',
]
const totals = { passed: 0, failed: 0, skipped: 0 }
/** One line for each test that did not run, by its file. */
const passedOver = []
/** Tests that failed among the others and passed alone. */
const unstable = []
/** With more failures than this, the cause is not the load of the machine. */
const mostRepeated = 3
const given = process.argv.slice(2).filter((argument) => argument !== '--all')
const areAll = process.argv.includes('--all') || given.some((argument) => !argument.startsWith('-'))
let lacks = []

try {
  // Neither the build nor a check needs the programs that are installed meanwhile.
  const [missing, checked] = await Promise.all([ensureSystemPrograms(), installBuildAndCheck()])
  lacks = missing
  add(checked)
  add(
    await runTests([
      ...given,
      ...(areAll ? [] : runByDefault.map((name) => `--project=${name}`)),
      ...lacks.flatMap(({ suites }) => suites.flatMap((file) => ['--exclude', file])),
    ]),
  )
} catch (error) {
  console.error(error.stack ?? error)
  totals.failed += 1
}

for (const { suites, reason, command } of lacks) {
  console.log(`PASSED OVER  ${suites.join(', ')}: ${reason}. To run it: ${command}`)
}
for (const { file, name } of passedOver) console.log(`PASSED OVER  ${file}: ${name}`)
for (const { file, name } of unstable) console.log(`UNSTABLE  ${file}: ${name}: failed among the others, passed alone`)
if (!areAll) console.log(`Left to CI: ${leftToCi.join(', ')}. To run them, too: npm test -- --all`)
if (totals.skipped > 0) console.log(`${totals.skipped} passed over`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 ? 1 : 0

async function installBuildAndCheck() {
  await ensureInstalled()
  await build()
  return runChecks()
}

/** A failed build is reported by the check of types, which runs next; tests that need no build still say what they know. */
async function build() {
  await ensureBuilt().catch(() => console.log('The build has errors; the check of types lists them.'))
}

/** Runs vitest and counts from the report that it writes; no report is a failure, and so is a report without tests. */
async function runTests(args) {
  const { report, code, output } = await runVitest(args)
  const isOnlyTests = report && !output.includes('Unhandled Error')
  if (isOnlyTests && (await passAlone(failuresOf(report)))) {
    report.numPassedTests += report.numFailedTests
    report.numFailedTests = 0
    return count(report, 0)
  }
  return count(report, code)
}

/** Returns the report, undefined where vitest left none, and its exit code. */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-test-'))
  const reportFile = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    const { code, output } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...args], { show: true })
    return { report: readReport(reportFile), code, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Failed tests by file; undefined when a file broke outside of its tests. */
function failuresOf({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed')
  if (!failed.every(hasFailedTest)) return undefined
  return failed.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: relative(root, name), name: fullName })),
  )
}

/**
 * Runs a few failed tests once more, alone. Returns whether all of them pass. A test that does is named at the end of the run: two cores
 * that also run browsers and databases may starve it, and its cause has to be found all the same.
 */
async function passAlone(failures) {
  if (failures === undefined || failures.length === 0 || failures.length > mostRepeated) return false
  for (const { file, name } of failures) {
    console.log(`Running again, alone: ${file}: ${name}`)
    const { report, code } = await runVitest([file, '-t', `^${escaped(name)}$`])
    if (code !== 0 || !(report?.numPassedTests > 0)) return false
  }
  unstable.push(...failures)
  return true
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function count(report, code) {
  if (report === undefined) {
    console.log(`FAIL  the test runner ended with code ${code} and left no report`)
    return { passed: 0, failed: 1 }
  }
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  for (const { name: path, assertionResults } of report.testResults) {
    const file = relative(root, path)
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')
    passedOver.push(...skipped.map(({ fullName }) => ({ file, name: fullName })))
  }
  showSlowest(report.testResults)
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file))
  for (const file of broken) console.log(`FAIL  ${file.name} could not be run: ${file.message}`)
  counts.failed += broken.length
  if (counts.passed + counts.failed === 0) {
    console.log('FAIL  the test runner saw no tests')
    counts.failed = 1
  }
  if (code !== 0 && counts.failed === 0) {
    console.log(`FAIL  the test runner ended with code ${code} though no test failed (an error outside of any test)`)
    counts.failed = 1
  }
  return counts
}

/** Where the time went: the ten files that took longest. */
function showSlowest(files) {
  const timed = files.map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
  console.log('The slowest files:')
  for (const { name, ms } of timed.sort((one, other) => other.ms - one.ms).slice(0, 10))
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
}

/** A file that fails without a failed test of its own did not load, or broke in a hook. */
function hasFailedTest(file) {
  return file.assertionResults.some(({ status }) => status === 'failed')
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function add({ passed, failed, skipped = 0 }) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
}
