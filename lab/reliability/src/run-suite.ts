import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { counted } from './counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from './reliability-test.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs suites of vitest as a reliability test: each of their tests is a try. */
export const runSuite =
  (...files: readonly string[]) =>
  async ({ database, folder }: ReliabilityTestOptions): Promise<ReliabilityTestReport> => {
    const file = join(folder, 'report.json')
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const project = database === 'sqlite' ? 'all' : 'postgres'
    const args = [vitest, 'run', '--project', project, '--reporter=json', `--outputFile=${file}`, ...files]
    await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 50_000_000 }).catch(() => undefined)
    const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const passed = tests.filter(({ status }) => status === 'passed')
    const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => `Failed: ${fullName}`)
    return {
      tries: passed.length + failed.length,
      counts: counted`${passed.length + failed.length} cases`,
      problems: failed,
    }
  }
