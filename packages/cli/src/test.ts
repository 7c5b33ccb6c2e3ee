import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ImportedBot, importBot, textOfFile } from '@colloquy/flow'
import { type FlowTest, type ReadTest, readTest, runTests, type SuiteReport, testFromText } from '@colloquy/prove'
import type { Command } from 'commander'
import { ClientError } from './client.js'
import { annotations, junit, type TestedBot, testTable } from './test-report.js'

interface TestOptions {
  junit?: string
  annotations?: boolean
  json?: boolean
  coverage?: string
  failOnStale?: boolean
}

/** `colloquy test`: runs the tests of exported bots locally, without a service and without a network. */
export function addTestCommand(program: Command): void {
  program
    .command('test')
    .description('Run the tests of exported bots; exit code 1 when one fails, 2 when a file cannot be read.')
    .argument('<path...>', 'exported files, or folders with them; tests are in the file or in <name>.tests/*.yaml')
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--annotations', 'print failures as annotations of GitHub Actions')
    .option('--json', 'print the results as JSON')
    .option('--coverage <percent>', 'fail when the tests of a bot visit less of it')
    .option('--fail-on-stale', 'fail when a test names something that is gone')
    .action(test)
}

function test(paths: string[], options: TestOptions): void {
  let bots: TestedBot[]
  let least: number
  try {
    least = percentOf(options.coverage)
    bots = testBots(paths)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    console.error(error.message)
    process.exitCode = 2
    return
  }
  if (options.junit) writeFileSync(options.junit, junit(bots))
  if (options.annotations) for (const line of annotations(bots)) console.log(line)
  console.log(options.json ? JSON.stringify(bots.map(shown), null, 2) : testTable(bots))
  const low = bots.filter(({ report }) => report.coverage.percent < least)
  for (const { path, report } of low)
    console.error(`${path}: its tests visit ${report.coverage.percent} % of it; at least ${least} % are asked for.`)
  const isFailed = ({ report: { counts } }: TestedBot) => counts.failed > 0 || (options.failOnStale && counts.stale > 0)
  if (low.length > 0 || bots.some(isFailed)) process.exitCode = 1
}

/** Runs the tests of all bots below these paths. Bots may link to each other by their ids. */
export function testBots(paths: readonly string[]): TestedBot[] {
  const found = paths.flatMap((path) => flowFiles(path))
  if (found.length === 0)
    throw new ClientError(`No exported bot in ${paths.join(', ')}: give a file that a bot was exported to.`)
  const files = found.map(readBotFile)
  const sources = files.map(({ path, id, bot }) => ({ ...bot, id: path, botId: id, workspaceId: '' }))
  const tested = files.map(({ path, tests }, index): TestedBot => {
    const draft = sources[index] as (typeof sources)[number]
    const linked = sources.filter((source) => source !== draft)
    const report = runTests({ draft, linked, tests })
    return { path, report: report satisfies SuiteReport, testPaths: new Map(tests.map((it) => [it.id, it.path])) }
  })
  if (tested.every(({ report }) => report.tests.length === 0))
    throw new ClientError('No tests found. Export the bots again, or put tests into <name>.tests/*.yaml beside them.')
  return tested
}

function percentOf(text: string | undefined): number {
  if (text === undefined) return 0
  const percent = Number(text)
  if (percent >= 0 && percent <= 100) return percent
  throw new ClientError(`--coverage takes a number from 0 to 100, not ${text}.`)
}

function flowFiles(path: string): string[] {
  if (!existsSync(path)) throw new ClientError(`There is nothing at ${path}: check the path.`)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) return entry.name.endsWith('.tests') ? [] : flowFiles(inner)
      return entry.name.endsWith('.json') && isFlow(inner) ? [inner] : []
    })
}

/** The folder may contain other JSON files. */
function isFlow(path: string): boolean {
  try {
    const value: unknown = JSON.parse(textOfFile(readFileSync(path)))
    return typeof value === 'object' && value !== null && 'groups' in value
  } catch {
    return false
  }
}

interface BotFile {
  path: string
  id: string
  bot: ImportedBot
  tests: { id: string; test: FlowTest; path: string }[]
}

function readBotFile(path: string): BotFile {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(textOfFile(readFileSync(path)))
  } catch (error) {
    throw new ClientError(`${path} is not valid JSON: ${(error as Error).message}`)
  }
  const read = importBot(value, { newId: randomUUID, credentialsIds: 'any' })
  if (!read.ok) {
    const issues = read.issues.slice(0, 20).map((issue) => `  ${issue.path}: ${issue.message}`)
    throw new ClientError([`${path} cannot be read as a flow:`, ...issues].join('\n'))
  }
  const given = Array.isArray(value.tests) ? value.tests : []
  const inFile = given.map((item, index) => ({
    id: `${path}#${index}`,
    test: testOf(readTest(item), `${path}: tests.${index}`),
    path,
  }))
  const folder = path.replace(/\.json$/, '.tests')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)) : []
  const inFolder = names.sort().map((name) => {
    const own = join(folder, name)
    return { id: own, test: testOf(testFromText(textOfFile(readFileSync(own))), own), path: own }
  })
  return { path, id: typeof value.id === 'string' ? value.id : path, bot: read.bot, tests: [...inFile, ...inFolder] }
}

function testOf(read: ReadTest, location: string): FlowTest {
  if (read.ok) return read.test
  throw new ClientError([`${location} cannot be read as a test:`, ...read.problems.map((it) => `  ${it}`)].join('\n'))
}

function shown({ path, report: { tests, counts, coverage } }: TestedBot) {
  return {
    path: relative('.', path),
    tests: tests.map(({ id, name, status, stale, runs }) => ({
      id,
      name,
      status,
      stale,
      runs: runs.map(({ row, failures }) => ({ row, failures: failures.map(({ instead: _, ...failure }) => failure) })),
    })),
    counts,
    coverage: { percent: coverage.percent },
  }
}
