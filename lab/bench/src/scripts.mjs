/**
 * `node lab/bench/src/scripts.mjs`: what an author's script costs through the port, beside an engine made anew for each run
 * and beside the bare language, which protects from nothing. Everything is measured in turn within one run, so that whatever
 * else the machine does hits all of it alike.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { ensureInstalled } from '../../../scripts/install.mjs'
import { root } from '../../../scripts/root.mjs'
import { longLine } from './flow.mjs'
import { median } from './median.mjs'

const owner = { workspaceId: 'bench', botId: 'bench' }
const small = { name: 'small expression', code: 'return amount + 1', args: { amount: 41 } }
const long = {
  name: 'script of 50 lines',
  code: Array.from({ length: 50 }, (_, line) => longLine(line)).join('\n'),
  args: { items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, price: id * 1.5 })) },
}

/** Resolves to rows of `{ name, median, unit, to?, ratio? }`, medians over `rounds` rounds of `runs` runs. */
export async function measureScripts({ rounds = 9, runs = 200 } = {}) {
  const built = (file) => import(pathToFileURL(join(root, 'packages', file)).href)
  const { openScripts, scriptLimitsOf } = await built('ports/dist/scripts/index.js')
  const { defaultLimits } = await built('server/dist/limits/limits.js')
  const scripts = openScripts({ limits: scriptLimitsOf(defaultLimits) })
  const freshly = await freshEngines()
  const throughPort = async ({ code, args }) => {
    const outcome = await scripts.run({ code, args, mode: 'value', owner })
    if (!outcome.ok) throw new Error(outcome.message)
  }
  const targets = [small, long].flatMap((script) => [
    { name: `${script.name}, port`, run: () => throughPort(script), to: `${script.name}, new engine` },
    { name: `${script.name}, new engine`, run: () => freshly(script) },
    { name: `${script.name}, no sandbox`, run: () => bare(script) },
  ])
  const text = 'ordinary answer of a visitor'
  targets.push({
    name: 'pattern',
    run: () => scripts.test({ pattern: '^\\w+ answer', flags: 'i', texts: [text], owner }),
  })
  try {
    for (const { run } of targets) await measure(run, runs)
    const measurements = new Map(targets.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, run } of targets) measurements.get(name).push(await measure(run, runs))
    }
    return targets.map(({ name, to }) => {
      const row = { name, median: median(measurements.get(name)), unit: 'µs' }
      if (to === undefined) return row
      return {
        ...row,
        to,
        ratio: median(measurements.get(name).map((measurement, round) => measurement / measurements.get(to)[round])),
      }
    })
  } finally {
    await scripts.close()
  }
}

/** The same engine in this same thread, with a runtime and a context made and freed for each run. */
async function freshEngines() {
  const fromServer = createRequire(join(root, 'packages/server/package.json'))
  const core = await import(pathToFileURL(fromServer.resolve('quickjs-emscripten-core')).href)
  const variant = await import(pathToFileURL(fromServer.resolve('@jitl/quickjs-wasmfile-release-sync')).href)
  const engine = await core.newQuickJSWASMModuleFromVariant(variant.default.default ?? variant.default)
  return ({ code, args }) => {
    const context = engine.newContext()
    const names = Object.keys(args).join()
    const source = `JSON.stringify((({ ${names} }) => {${code}})(${JSON.stringify(args)}))`
    const value = context.unwrapResult(context.evalCode(source))
    JSON.parse(context.getString(value))
    value.dispose()
    context.dispose()
  }
}

function bare({ code, args }) {
  return JSON.parse(JSON.stringify(new Function(...Object.keys(args), code)(...Object.values(args))))
}

/** Microseconds of one run. */
async function measure(run, runs) {
  const started = performance.now()
  for (let index = 0; index < runs; index += 1) await run()
  return ((performance.now() - started) * 1000) / runs
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  await ensureBuilt()
  for (const { name, median: measurement, unit, to, ratio } of await measureScripts()) {
    const compared = to === undefined ? '' : `   ${ratio.toFixed(2)} × ${to}`
    console.log(`${name.padEnd(34)} ${measurement.toFixed(1).padStart(8)} ${unit}${compared}`)
  }
}
