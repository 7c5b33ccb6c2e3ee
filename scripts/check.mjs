/**
 * `npm run check`: the static checks. Each of them fails when it finds no files to look at. `npm run check -- prose "dead code"` runs only
 * those with one of these texts in their names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureSizes } from '../packages/widget/check-sizes.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { allPackageNames, filesUnder, folderOf, packageNames, root, shippedSources } from './root.mjs'
import { runTool } from './run-command.mjs'

/** The checks in the order in which they begin, the longest first; `run` resolves to `{ ok, detail }`. */
export const checks = [
  { name: 'types of sources', run: checkSourceTypes },
  { name: 'types of tests', run: checkTestTypes },
  { name: 'format and lint', run: checkFormatAndLint },
  { name: 'messages and their translations', run: checkTranslations },
  { name: 'linear regular expressions', run: checkExpressions },
  { name: 'import rules', run: checkImports },
  { name: 'dead code', run: checkDeadCode },
  { name: 'no clock, no chance and no forced types in pure packages', run: checkPurity },
  { name: 'addresses read in one place', run: checkReadingOfAddresses },
  { name: 'sizes of the widget', run: checkSizes },
  { name: 'event callbacks that cannot throw', run: checkEventCallbacks },
  { name: 'types of blocks only where they are at home', run: checkTypesOfBlocks },
  { name: 'folders that import each other', run: checkMutualFolders },
  { name: 'names that scripts import', run: checkNames },
  { name: 'prose of documents, comments and texts', run: checkDocumentProse },
]

/** Runs checks, two at a time, and prints a line for each when it ends. Resolves to the counts. */
export async function runChecks(say = console.log, chosen = checks) {
  const counts = { passed: 0, failed: 0 }
  const waiting = [...chosen]
  const runNext = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const isPassed = await runCheck(check, say)
      counts[isPassed ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all([runNext(), runNext()])
  return counts
}

async function runCheck({ name, run }, say) {
  const started = performance.now()
  const { ok, detail } = await run().catch((error) => ({ ok: false, detail: String(error.stack ?? error) }))
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
  say(ok ? `ok    ${name} (${detail}, ${time})` : `FAIL  ${name} (${time})\n${detail.trim()}\n`)
  return ok
}

async function checkFormatAndLint() {
  const { code, output } = await runTool('@biomejs/biome/bin/biome', [
    'check',
    '--colors=off',
    '--max-diagnostics=40',
    '.',
  ])
  const files = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0)
  return verdict(code === 0, files, output)
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
  const { code, output } = await compile(['-b', '--builders', '2'])
  const empty = packageNames().filter((name) => shippedSources(name).length === 0 || !existsSync(distRecord(name)))
  if (empty.length > 0) return { ok: false, detail: `${output}\nnothing was compiled in: ${empty.join(', ')}` }
  return verdict(code === 0, packageNames().flatMap(shippedSources).length, output)
}

/** The widget's own project has the types of browsers, which no other package may see. */
const testProjects = [
  'scripts/tsconfig.tests.json',
  'packages/widget/tsconfig.tests.json',
  'packages/builder/tsconfig.tests.json',
  'packages/react/tsconfig.tests.json',
  'packages/sdk/tsconfig.tests.json',
]

async function checkTestTypes() {
  const runs = []
  for (const project of testProjects) {
    const { code, output } = await compile(['-p', project, '--listFiles'])
    const lines = output.split('\n')
    const isListed = (line) => line.startsWith('/') || /^[A-Z]:/.test(line)
    const files = lines.filter((line) => isListed(line) && /\/(packages|lab)\/[^/]+\/src\/.*\.tsx?$/.test(line))
    if (files.length === 0) return { ok: false, detail: `${project} saw no files:\n${output}` }
    runs.push({ code, files: files.length, problems: lines.filter((line) => !isListed(line)).join('\n') })
  }
  const files = runs.reduce((sum, run) => sum + run.files, 0)
  return verdict(
    runs.every(({ code }) => code === 0),
    files,
    runs.map(({ problems }) => problems).join('\n'),
  )
}

async function checkImports() {
  const args = ['packages', 'lab', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { output, stdout } = await runTool('dependency-cruiser/bin/dependency-cruise.mjs', args)
  const report = parseJson(stdout)
  if (report === undefined) return { ok: false, detail: `no report came out:\n${output}` }
  const lost = allPackageNames().filter(
    (name) => !report.modules.some(({ source }) => source.startsWith(relative(root, join(folderOf(name), 'src')))),
  )
  if (lost.length > 0) return { ok: false, detail: `no modules were seen in: ${lost.join(', ')}` }
  const lines = report.summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`,
  )
  return verdict(lines.length === 0, report.summary.totalCruised, lines.join('\n'))
}

async function checkDeadCode() {
  const { code, output } = await runTool('knip/bin/knip.js', ['--no-progress'])
  return verdict(code === 0, packageNames().flatMap(shippedSources).length, output)
}

const purePackages = ['permissions', 'flow', 'chat', 'engine', 'blocks', 'prove', 'templates', 'api']
const impure =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\.random|\bprocess\.hrtime\b/

/** Time and chance come in with the event: a pure package that asks for them itself cannot be replayed. */
async function checkPurity() {
  const perPackage = purePackages.map((name) => ({ name, files: shippedSources(name) }))
  const empty = perPackage.filter(({ files }) => files.length === 0).map(({ name }) => name)
  if (empty.length > 0) return { ok: false, detail: `no sources were seen in: ${empty.join(', ')}` }
  const files = perPackage.flatMap((one) => one.files)
  const found = [
    ...linesWith(impure, files),
    ...linesWith(/\bas (never|unknown as)\b/, ['flow', 'engine', 'blocks'].flatMap(shippedSources)),
  ]
  return verdict(found.length === 0, files.length, found.join('\n'))
}

const runsInBrowsers = /\/packages\/(widget|builder)\//

/** In Node.js, "URL.canParse" refuses addresses with umlauts once it is compiled: see "readUrl". */
async function checkReadingOfAddresses() {
  const files = packageNames()
    .flatMap(shippedSources)
    .filter((file) => !runsInBrowsers.test(file))
  const found = linesWith(/\bURL\.canParse\b/, files)
  return verdict(files.length > 0 && found.length === 0, files.length, found.join('\n'))
}

/** "packages/engine/src/step.ts:12: the line", for each line of code that matches. */
function linesWith(pattern, files) {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        isCode(line) && pattern.test(line) ? [`${relative(root, file)}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
}

/** Only of what is built; `npm test` and `npm start` build before. */
async function checkSizes() {
  await ensureBuilt(() => {})
  const sizes = measureSizes()
  const large = sizes.filter(({ bytes, limit }) => bytes > limit)
  const lines = large.map(({ name, bytes, limit }) => `${name}: ${bytes} bytes, but at most ${limit} are allowed`)
  return verdict(large.length === 0, sizes.length, lines.join('\n'))
}

async function checkExpressions() {
  const { checkPatterns } = await import('./check-patterns.mjs')
  const { patterns, problems } = await checkPatterns(packageNames().flatMap(shippedSources))
  return { ok: patterns > 0 && problems.length === 0, detail: problems.join('\n') || `${patterns} expressions` }
}

async function checkEventCallbacks() {
  const { checkCallbacks } = await import('./check-callbacks.mjs')
  const { callbacks, problems } = checkCallbacks(['server', 'ports', 'storage', 'cli'].flatMap(shippedSources))
  return { ok: callbacks > 0 && problems.length === 0, detail: problems.join('\n') || `${callbacks} callbacks` }
}

async function checkTypesOfBlocks() {
  const { checkTypeTests } = await import('./check-type-tests.mjs')
  const { types, problems } = checkTypeTests(packageNames().flatMap(shippedSources))
  return { ok: types.size > 40 && problems.length === 0, detail: problems.join('\n') || `${types.size} types` }
}

async function checkMutualFolders() {
  const { checkFolders } = await import('./check-folders.mjs')
  const files = allPackageNames().flatMap(shippedSources)
  const problems = checkFolders(files)
  return verdict(problems.length === 0, files.length, problems.join('\n'))
}

async function checkNames() {
  const { checkImportedNames } = await import('./check-imported-names.mjs')
  const files = ['packages', 'lab', 'scripts', 'docs-site'].flatMap((folder) => filesUnder(join(root, folder)))
  const { names, problems } = checkImportedNames(files.filter((file) => file.endsWith('.mjs')))
  return { ok: names > 0 && problems.length === 0, detail: problems.join('\n') || `${names} names` }
}

async function checkTranslations() {
  const { checkMessages } = await import('./i18n/check-messages.mjs')
  const { messages, problems } = checkMessages()
  return { ok: messages > 1000 && problems.length === 0, detail: problems.join('\n') || `${messages} messages` }
}

async function checkDocumentProse() {
  const { checkProse, documents, sources } = await import('./check-prose.mjs')
  const files = [...documents(), ...sources()]
  const findings = checkProse(files)
  return verdict(findings.length === 0, files.length, findings.join('\n'))
}

const distRecord = (name) => join(root, 'packages', name, 'dist', '.tsbuildinfo')
const isCode = (line) => !/^\s*(\/\/|\*|\/\*)/.test(line)

function verdict(ok, files, output) {
  if (files === 0) return { ok: false, detail: `${output}\nthe check saw no files` }
  return { ok, detail: ok ? `${files} files` : output }
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All of them unless named. */
function chosenBy(texts) {
  return checks.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  const chosen = chosenBy(process.argv.slice(2))
  if (chosen.length === 0) {
    console.error(`No check has such a name. There are:\n${checks.map(({ name }) => `  ${name}`).join('\n')}`)
    process.exit(1)
  }
  const { passed, failed } = await runChecks(console.log, chosen)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
