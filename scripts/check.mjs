/** `npm run check`: the static checks. Each of them fails when it finds no files to look at. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureSizes } from '../packages/widget/check-sizes.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { filesUnder, packageNames, root } from './root.mjs'
import { runTool } from './run-command.mjs'

/** The checks in the order in which they run; `run` resolves to `{ ok, detail }`. */
export const checks = [
  { name: 'format and lint', run: checkFormatAndLint },
  { name: 'types of sources', run: checkSourceTypes },
  { name: 'types of tests', run: checkTestTypes },
  { name: 'import rules', run: checkImports },
  { name: 'dead code', run: checkDeadCode },
  { name: 'no clock and no chance in pure packages', run: checkPurity },
  { name: 'sizes of the widget', run: checkSizes },
  { name: 'linear regular expressions', run: checkExpressions },
]

/** Runs all checks one after another, a line for each, and resolves to the counts. */
export async function runChecks(say = console.log) {
  let passed = 0
  let failed = 0
  for (const { name, run } of checks) {
    const started = performance.now()
    const { ok, detail } = await run().catch((error) => ({ ok: false, detail: String(error.stack ?? error) }))
    const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
    say(ok ? `ok    ${name} (${detail}, ${time})` : `FAIL  ${name} (${time})\n${detail.trim()}\n`)
    if (ok) passed += 1
    else failed += 1
  }
  return { passed, failed }
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

async function checkSourceTypes() {
  const { code, output } = await runTool('typescript/bin/tsc', ['-b', '--pretty', 'false'])
  const empty = packageNames().filter((name) => sourcesOf(name).length === 0 || !existsSync(distRecord(name)))
  if (empty.length > 0) return { ok: false, detail: `${output}\nnothing was compiled in: ${empty.join(', ')}` }
  return verdict(code === 0, packageNames().flatMap(sourcesOf).length, output)
}

/** The widget's own project has the types of browsers, which no other package may see. */
const testProjects = [
  'scripts/tsconfig.tests.json',
  'packages/widget/tsconfig.tests.json',
  'packages/builder/tsconfig.tests.json',
]

async function checkTestTypes() {
  const runs = []
  for (const project of testProjects) {
    const args = ['-p', project, '--pretty', 'false', '--listFiles']
    const { code, output } = await runTool('typescript/bin/tsc', args)
    const lines = output.split('\n')
    const isListed = (line) => line.startsWith('/') || /^[A-Z]:/.test(line)
    const files = lines.filter((line) => isListed(line) && /\/packages\/[^/]+\/src\/.*\.tsx?$/.test(line))
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
  const args = ['packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { output, stdout } = await runTool('dependency-cruiser/bin/dependency-cruise.mjs', args)
  const report = parseJson(stdout)
  if (report === undefined) return { ok: false, detail: `no report came out:\n${output}` }
  const lost = packageNames().filter(
    (name) => !report.modules.some(({ source }) => source.startsWith(`packages/${name}/src/`)),
  )
  if (lost.length > 0) return { ok: false, detail: `no modules were seen in: ${lost.join(', ')}` }
  const lines = report.summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`,
  )
  return verdict(lines.length === 0, report.summary.totalCruised, lines.join('\n'))
}

async function checkDeadCode() {
  const { code, output } = await runTool('knip/bin/knip.js', ['--no-progress'])
  return verdict(code === 0, packageNames().flatMap(sourcesOf).length, output)
}

const purePackages = ['flow', 'chat', 'engine', 'blocks', 'api']
const impure =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\.random|\bprocess\.hrtime\b/

/** Time and chance come in with the event: a pure package that asks for them itself cannot be replayed. */
async function checkPurity() {
  const perPackage = purePackages.map((name) => ({ name, files: sourcesOf(name) }))
  const empty = perPackage.filter(({ files }) => files.length === 0).map(({ name }) => name)
  if (empty.length > 0) return { ok: false, detail: `no sources were seen in: ${empty.join(', ')}` }
  const files = perPackage.flatMap((one) => one.files)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        isCode(line) && impure.test(line) ? [`${relative(root, file)}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  return verdict(found.length === 0, files.length, found.join('\n'))
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
  const { patterns, problems } = await checkPatterns(packageNames().flatMap(sourcesOf))
  return { ok: patterns > 0 && problems.length === 0, detail: problems.join('\n') || `${patterns} expressions` }
}

/** The sources of a package that ship: no tests and no test helpers. */
function sourcesOf(name) {
  const source = join(root, 'packages', name, 'src')
  return filesUnder(source).filter((path) => {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return false
    return !relative(source, path).startsWith('testing')
  })
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
