import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts } from '../testing/limited-ports.js'
import type { ScriptOutcome, ScriptPort } from './script-port.js'

const limit = 300
let scripts: ScriptPort
let number = 0
const times: Record<string, number> = {}

beforeAll(async () => {
  scripts = openTestScripts({ limits: { milliseconds: limit, strikes: Number.POSITIVE_INFINITY } })
  await run('while (true);')
})

afterAll(async () => {
  await scripts.close()
  const [name, over] = Object.entries(times).reduce((a, b) => (a[1] > b[1] ? a : b))
  const count = Object.keys(times).length
  console.log(`${count} hostile scripts and patterns; the last to end took ${over} ms of ${limit} ms: ${name}`)
})

function run(code: string, mode: 'value' | 'full' = 'full', owner = 'hostile'): Promise<ScriptOutcome> {
  return scripts.run({ code, args: {}, mode, owner: botOf(owner) })
}

/** Has to hold after any script: another bot's script runs, and finds the language unmodified. */
async function expectHealth() {
  number += 1
  expect(await run('return [1, 2, 3].map((n) => n * 2)', 'full', `healthy${number}`)).toEqual({
    ok: true,
    value: [2, 4, 6],
    assigned: [],
  })
}

/** Records how long a hostile script was allowed to run; the tests only assert that it ended, and how. */
async function timed<Outcome>(name: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
  const started = performance.now()
  const outcome = await attempt()
  times[name] = Math.round(performance.now() - started)
  return outcome
}

describe('a script that exceeds a limit is stopped, and the next script runs normally', () => {
  it.each([
    ['an empty loop', 'while (true);'],
    ['a loop in a value', 'for (;;) {}', 'value'],
    ['a loop that catches everything', 'for (;;) try { for (;;); } catch {} finally { continue }'],
    ['a loop inside a comparison', '[1, 2, 3].sort(() => { for (;;); })'],
    ['a loop inside a toJSON', 'return { toJSON() { for (;;); } }'],
    ['a loop inside a getter of what is thrown', 'throw { get message() { for (;;); } }'],
    ['a loop inside a thenable', 'return { then() { for (;;); } }'],
    ['a loop inside the name of a variable', 'setVariable({ toString() { for (;;); } }, 1)'],
    ['a loop in a generator', 'for (const x of (function* () { for (;;) yield 1 })());'],
    ['a flood of microtasks', '(function f() { Promise.resolve().then(f) })(); await new Promise(() => {})'],
    [
      'a flood of microtasks that catches',
      '(async function f() { try { for (;;); } catch { await f() } finally { await f() } })(); await f()',
    ],
    [
      'promises that catch being stopped',
      'const f = async () => { for (;;); }; for (;;) await f().catch(() => { for (;;); })',
    ],
    ['a regular expression without an end', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
    ['a join of an endless list', 'return new Array(1e9) + ""'],
    ['a fill of an endless list', 'return Array.from({ length: 2 ** 32 - 1 }, () => 0)'],
    [
      'an endless proxy',
      'return Object.keys(new Proxy({}, { ownKeys: () => Array.from({ length: 1e7 }, (_, i) => "k" + i) }))',
    ],
    ['a big integer that grows', 'for (;;) try { let n = 2n; for (;;) n *= n } catch {}'],
  ] as [string, string, 'value'?][])('ends %s', async (name, code, mode) => {
    const outcome = await timed(name, () => run(code, mode))
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringMatching(/^(time|memory)$/) })
    await expectHealth()
  })

  it.each([
    ['a text that grows', 'let s = "x"; for (;;) s += s', /^(memory|threw)$/],
    ['a rope of texts', 'const a = []; const s = "x".repeat(1e6); for (;;) a.push(s + a.length)'],
    ['a list that grows', 'const a = []; for (;;) a.push({})'],
    ['one wild buffer', 'return new Uint8Array(1e9).length', /^(memory|threw)$/],
    ['many buffers', 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))'],
    ['a map that grows', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, "x".repeat(100))'],
    ['JSON that expands', 'return JSON.parse("[" + "[],".repeat(3e6) + "[]]").length'],
    ['closures that hold one another', 'let f = () => 0; for (;;) { const g = f; f = () => g() }'],
    [
      'memory that is caught and asked for again',
      'for (;;) try { let s = "x"; for (;;) s += s } catch {}',
      /^(memory|time)$/,
    ],
  ] as [string, string, RegExp?][])('stops %s at its memory', async (name, code, reason = /^(memory|time)$/) => {
    const outcome = await timed(name, () => run(code))
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
    await expectHealth()
  })

  it.each([
    ['functions', 'const f = () => f() + 1; return f()'],
    ['JSON of 10^5 lists', 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))'],
    ['parentheses in code', `return ${'('.repeat(50_000)}1${')'.repeat(50_000)}`],
    ['parentheses in a regular expression', 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")'],
    ['proxies', 'let p = {}; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); return p.x'],
    ['bound functions', 'let f = () => 1; for (let i = 0; i < 1e5; i += 1) f = f.bind(null); return f()'],
    ['toString', 'const o = { toString: () => `${o}` }; return `${o}`'],
    ['a promise in a promise', 'let p = 1; for (let i = 0; i < 1e5; i += 1) p = [p]; return p.flat(Infinity).length'],
  ])('survives the depth of %s', async (name, code) => {
    const outcome = await timed(name, () => run(code))
    if (outcome.ok) expect(JSON.stringify(outcome).length).toBeLessThan(100)
    else expect(['syntax', 'threw', 'memory', 'time']).toContain(outcome.reason)
    await expectHealth()
  })

  it('says so when a script waits for what never comes', async () => {
    expect(await run('await new Promise(() => {})')).toMatchObject({ ok: false, reason: 'threw' })
  })
})

describe('regular expressions are tested within a time limit', () => {
  const test = (pattern: string, texts: string[], flags = '') =>
    scripts.test({ pattern, flags, texts, owner: botOf('patterns') })

  it.each([
    ['^(a+)+$', `${'a'.repeat(40)}b`],
    ['(x+x+)+y', 'x'.repeat(64)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(64)],
    ['(?=(a+)+$)', 'a'.repeat(64).concat('c')],
  ])('ends %s on a text that it never ends with', async (pattern, text) => {
    expect(await timed(pattern, () => test(pattern, [text]))).toMatchObject({ ok: false, reason: 'time' })
    expect(await test('b', ['abc'])).toEqual({ ok: true, matches: [true] })
    await expectHealth()
  })

  it('tries each text from its start, with all that V8 knows', async () => {
    expect(await test('b', ['abb', 'b', 'c', ''], 'g')).toEqual({ ok: true, matches: [true, true, false, false] })
    expect(await test('^\\p{Lu}(?<=[A-Z])', ['Ä', 'B', 'b'], 'u')).toEqual({ ok: true, matches: [false, true, false] })
    expect(await test('^\\d{3}$', ['123', '1234', '123\n'], 'm')).toEqual({ ok: true, matches: [true, false, true] })
    expect(await test('', ['', 'a'])).toEqual({ ok: true, matches: [true, true] })
    expect(await test('a', [])).toEqual({ ok: true, matches: [] })
  })

  it.each([
    ['(', ''],
    ['[z-a]', ''],
    ['a**', ''],
    ['\\u{1}(', 'u'],
    ['a', 'gg'],
    ['a', 'x'],
  ])('calls %j invalid', async (pattern, flags) => {
    expect(await test(pattern, ['a'], flags)).toMatchObject({ ok: false, reason: 'invalid' })
  })
})
