import { readFile, rename, writeFile } from 'node:fs/promises'
import { addCounts, type Counts } from './counts.js'
import { failuresOf, type TrialReport } from './trial.js'

/** What runs of a trial found, all taken together. */
export interface Tally {
  readonly runs: number
  readonly tries: number
  readonly failures: number
  readonly counts: Counts
}

/** Of one run. */
export function tallyOf(report: TrialReport): Tally {
  return { runs: 1, tries: report.tries, failures: failuresOf(report).length, counts: report.counts }
}

/**
 * Adds a run to a file of tallies by key, and answers the new one: large numbers are reached in many short runs. The file is
 * made when it is not there; two processes must not write it at the same time.
 */
export async function addToTally(file: string, key: string, run: Tally): Promise<Tally> {
  const tallies = await readTallies(file)
  const earlier = tallies[key]
  const sum = earlier === undefined ? run : add(earlier, run)
  await writeFile(`${file}.new`, `${JSON.stringify({ ...tallies, [key]: sum }, null, 2)}\n`)
  await rename(`${file}.new`, file)
  return sum
}

async function readTallies(file: string): Promise<Record<string, Tally>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

function add(earlier: Tally, later: Tally): Tally {
  return {
    runs: earlier.runs + later.runs,
    tries: earlier.tries + later.tries,
    failures: earlier.failures + later.failures,
    // A run that was broken off counts nothing.
    counts: later.tries === 0 ? earlier.counts : addCounts(earlier.counts, later.counts),
  }
}
