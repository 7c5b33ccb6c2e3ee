const begin = '<!-- figures: written by `npm run trust -- --record` -->'
const end = '<!-- end of figures -->'

/** The result of a reliability test on one database, in all runs that it covers. */
export interface TestResult {
  promise: string
  date: string
  database: string
  seed: number
  seconds: number
  tries: number
  counts: string
  runs: number
  /** Statistical bound if nothing failed; only for random tries. */
  bound?: string | undefined
  controls: string[]
  failures: number
  missedGoals?: readonly string[] | undefined
}

/** Results by id and database, as in "R1 sqlite". */
export type ResultsByKey = Readonly<Record<string, TestResult>>

/** Returns docs/trust.md with a new table of results. */
export function withResults(page: string, results: ResultsByKey): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/trust.md has no table of results: add ${begin} ... ${end}`)
  const keys = Object.keys(results).toSorted((a, b) => numberOf(a) - numberOf(b) || (orderOf(a) < orderOf(b) ? -1 : 1))
  const table = [
    '| | Promise | Tested with | Failures | Bound at 95 % | Negative controls | Database, date |',
    '|---|---|---|---|---|---|---|',
    ...keys.map((key) => rowOf(key, results[key]!)),
  ]
  return `${page.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${page.slice(to)}`
}

function rowOf(key: string, result: TestResult): string {
  const { promise, counts, runs = 1, failures, missedGoals = [], bound, controls, date, database } = result
  const tested = runs > 1 ? `${counts}; in ${runs} runs` : counts
  const missed = missedGoals.length > 0 ? `; goals missed: ${missedGoals.join(' ')}` : ''
  const failed = `${failures === 0 ? 'none' : `**${failures}**`}${missed}`
  const limit = (failures === 0 && bound) || '–'
  return `| ${[key.split(' ')[0], promise, tested, failed, limit, controls.join('; ') || '–', `${database}, ${date}`].join(' | ')} |`
}

const numberOf = (key: string) => Number.parseInt(key.slice(1), 10)

/** R7a before R7b, and SQLite before PostgreSQL. */
const orderOf = (key: string) => `${key.split(' ')[0]} ${key.endsWith('sqlite') ? 1 : 2}`
