/**
 * `npm run check`: the static checks. Each of them fails when it sees nothing. `npm run check -- prose "dead code"` runs only
 * those with one of these texts in their names.
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureSizes } from '../packages/widget/check-sizes.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { allPackageNames, folderOf, packageNames, root, shippedSources } from './root.mjs'
import { runTool } from './run-command.mjs'

/**
 * The checks in the order in which they begin, the longest first; `run` resolves to `{ seen, problems }`: how much was checked, and a line
 * for each problem.
 */
export const checks = [
  { name: 'types of sources', run: checkSourceTypes },
  { name: 'types of tests', run: checkTestTypes },
  { name: 'format and lint', run: checkFormatAndLint },
  {
    name: 'messages and their translations',
    run: async () => (await import('./i18n/check-messages.mjs')).checkMessages(),
  },
  {
    name: 'linear regular expressions',
    run: async () => (await import('./check-patterns.mjs')).checkPatterns(sources()),
  },
  { name: 'import rules', run: checkImports },
  { name: 'dead code', run: checkDeadCode },
  { name: 'sizes of the widget', run: checkSizes },
  {
    name: 'event callbacks that cannot throw',
    run: async () => (await import('./check-callbacks.mjs')).checkCallbacks(),
  },
  { name: 'subjects of commits', run: async () => (await import('./check-commits.mjs')).checkCommits() },
  {
    name: 'names of declarations',
    run: async () => (await import('./check-identifiers.mjs')).checkIdentifiers(),
  },
  { name: 'prose of documents, comments and texts', run: async () => (await import('./check-prose.mjs')).checkProse() },
]

const sources = () => packageNames().flatMap(shippedSources)

/** Runs checks, two at a time, and prints a line for each when it ends. Resolves to the counts. */
export async function runChecks(say = console.log, chosen = checks) {
  const { default: pMap } = await import('p-map')
  const results = await pMap(chosen, (check) => runCheck(check, say), { concurrency: 2 })
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

async function runCheck({ name, run }, say) {
  const started = performance.now()
  const { seen, problems } = await run().catch((error) => ({ seen: 1, problems: [String(error.stack ?? error)] }))
  if (seen === 0) problems.push('The check saw nothing.')
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const isPassed = problems.length === 0
  say(
    isPassed
      ? `ok    ${name} (${typeof seen === 'number' ? `${seen} seen` : seen}, ${time})`
      : `FAIL  ${name} (${time})\n${problems.join('\n').trim()}\n`,
  )
  return isPassed
}

/** Converts the outcome of a tool that reports problems by its exit code. */
const outcome = (seen, { code, output }) => ({ seen, problems: code === 0 ? [] : [output] })

async function checkFormatAndLint() {
  const biome = ['check', '--colors=off', '--max-diagnostics=40', '.']
  const ran = await runTool('@biomejs/biome/bin/biome', biome)
  return outcome(Number(/Checked (\d+) files?/.exec(ran.output)?.[1] ?? 0), ran)
}

/**
 * TypeScript 7 checks types in a third of the processor time of 6. It has no JavaScript interface that is stable yet: the checks that read
 * syntax trees use the package `typescript`, which is 6.
 */
const compiler = '@typescript/native/bin/tsc'
/**
 * One checker a project: several would each check the types that they have in common, on a core that another check can use. With `GOGC`, the
 * garbage of the compiler is collected when its memory has grown fivefold, for a third less processor time and a tenth more memory.
 */
const compile = (args) =>
  runTool(compiler, [...args, '--pretty', 'false', '--checkers', '1'], { env: { ...process.env, GOGC: '400' } })

async function checkSourceTypes() {
  const ran = await compile(['-b', '--builders', '2'])
  const isEmpty = (name) => shippedSources(name).length === 0 || !existsSync(distRecord(name))
  const empty = packageNames().filter(isEmpty)
  if (empty.length > 0) ran.output += `\nNothing was compiled in ${empty.join(', ')}.`
  return outcome(sources().length, { ...ran, code: ran.code || empty.length })
}

/** The widget's own project has the types of browsers, which no other package may see. */
const testProjects = ['scripts', ...['widget', 'builder', 'react', 'sdk'].map((name) => `packages/${name}`)]

async function checkTestTypes() {
  let seen = 0
  const problems = []
  for (const project of testProjects) {
    const { code, output } = await compile(['-p', `${project}/tsconfig.tests.json`, '--listFiles'])
    const lines = output.split('\n')
    const isListed = (line) => line.startsWith('/') || /^[A-Z]:/.test(line)
    const files = lines.filter((line) => isListed(line) && /\/(packages|lab)\/[^/]+\/src\/.*\.tsx?$/.test(line))
    if (files.length === 0 || code !== 0) problems.push(project, ...lines.filter((line) => !isListed(line)))
    seen += files.length
  }
  return { seen, problems }
}

async function checkImports() {
  const args = ['packages', 'lab', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { modules, summary } = JSON.parse((await runTool('dependency-cruiser/bin/dependency-cruise.mjs', args)).stdout)
  const isSeen = (name) => modules.some(({ source }) => source.startsWith(relative(root, join(folderOf(name), 'src'))))
  const violations = summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`,
  )
  const lost = allPackageNames().filter((name) => !isSeen(name))
  const problems = [...violations, ...lost.map((name) => `No modules were seen in ${name}.`), ...mutualFolders(modules)]
  return { seen: modules.length, problems }
}

/**
 * Finds folders directly in `src` of a package that import each other, tests aside; a file there counts as a folder. Rules of
 * dependency-cruiser count a nested folder apart from the one that it is in.
 */
export function mutualFolders(modules) {
  const folderIn = (path) => /^(?:packages|lab)\/[^/]+\/src\/[^/.]+/.exec(path)?.[0] ?? ''
  const edges = modules
    .filter(({ source }) => !/\.test\.tsx?$/.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [folderIn(source), folderIn(resolved)]))
  const imports = new Set(edges.map((edge) => edge.join(' ')))
  const packageOf = (folder) => folder.split('/src/')[0]
  const mutual = edges.filter(([a, b]) => a < b && packageOf(a) === packageOf(b) && imports.has(`${b} ${a}`))
  const pairs = new Set(mutual.map((pair) => pair.join(' and ')))
  return [...pairs].map((pair) => `${pair} import each other. Move what both need to the lower folder.`)
}

async function checkDeadCode() {
  return outcome(sources().length, await runTool('knip/bin/knip.js', ['--no-progress']))
}

/** Only of what is built; `npm test` and `npm start` build before. */
async function checkSizes() {
  await ensureBuilt(() => {})
  const sizes = measureSizes()
  const large = sizes.filter(({ bytes, limit }) => bytes > limit)
  const tell = ({ name, bytes, limit }) => `${name}: ${bytes} bytes, but at most ${limit} are allowed`
  return { seen: sizes.length, problems: large.map(tell) }
}

const distRecord = (name) => join(root, 'packages', name, 'dist', '.tsbuildinfo')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  const texts = process.argv.slice(2)
  const chosen = checks.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)))
  if (chosen.length === 0) {
    console.error(`No check has such a name. There are:\n${checks.map(({ name }) => `  ${name}`).join('\n')}`)
    process.exit(1)
  }
  const { passed, failed } = await runChecks(console.log, chosen)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
