import { readFile, rename, writeFile } from 'node:fs/promises'
import { addCounts, type Counts } from './counts.js'
import { failuresOf, type ReliabilityTestReport } from './reliability-test.js'

/** The results of several runs of a reliability test, added up. */
export interface CumulativeResults {
  readonly runs: number
  readonly tries: number
  readonly failures: number
  readonly counts: Counts
}

/** Returns the results of one run. */
export function resultsOf(report: ReliabilityTestReport): CumulativeResults {
  return { runs: 1, tries: report.tries, failures: failuresOf(report).length, counts: report.counts }
}

/**
 * Adds a run to the results that a file holds under a key, and returns the sum. Creates the file if it is missing. Two processes must
 * not write it at the same time.
 */
export async function addResults(file: string, key: string, run: CumulativeResults): Promise<CumulativeResults> {
  const all = await readResults(file)
  const earlier = all[key]
  const sum = earlier === undefined ? run : add(earlier, run)
  await writeFile(`${file}.new`, `${JSON.stringify({ ...all, [key]: sum }, null, 2)}\n`)
  await rename(`${file}.new`, file)
  return sum
}

async function readResults(file: string): Promise<Record<string, CumulativeResults>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

function add(earlier: CumulativeResults, later: CumulativeResults): CumulativeResults {
  return {
    runs: earlier.runs + later.runs,
    tries: earlier.tries + later.tries,
    failures: earlier.failures + later.failures,
    // An aborted run has nothing to add.
    counts: later.tries === 0 ? earlier.counts : addCounts(earlier.counts, later.counts),
  }
}
