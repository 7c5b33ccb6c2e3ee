import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts } from '../testing/limited-ports.js'
import type { ScriptOutcome, ScriptPort } from './script-port.js'

let scripts: ScriptPort
let number = 0

beforeAll(() => {
  scripts = openTestScripts()
})

afterAll(() => scripts.close())

function run(
  code: string,
  args: Record<string, unknown> = {},
  mode: 'value' | 'full' = 'value',
): Promise<ScriptOutcome> {
  number += 1
  return scripts.run({ code, args, mode, owner: botOf(`bot${number}`) })
}

const gives = (value: unknown) => ({ ok: true, value, assigned: [] })

describe('a script returns plain data or a typed failure', () => {
  it.each([
    ['a number', 'return 0.1 + 0.2', 0.30000000000000004],
    ['a text with every kind of character', 'return "\\u0000\\u2028é😀\\ud800"', '\u0000\u2028é😀\ud800'],
    ['a list with holes', 'return [1, , 3]', [1, null, 3]],
    ['a number that JSON lacks', 'return [NaN, Infinity, -0]', [null, null, 0]],
    ['a date', 'return new Date(0)', '"1970-01-01T00:00:00.000Z"'],
    ['a date in a list', 'return [new Date(0), "x"]', ['"1970-01-01T00:00:00.000Z"', 'x']],
    ['a date in an object', 'return { at: new Date(0) }', { at: '1970-01-01T00:00:00.000Z' }],
    ['an object with functions', 'return { f() {}, a: 1, u: undefined, s: Symbol("x") }', { a: 1 }],
    ['a toJSON', 'return { toJSON: () => ({ a: 1 }) }', { a: 1 }],
    ['a getter', 'return { get a() { return 2 } }', { a: 2 }],
    ['a Map', 'return new Map([[1, 2]])', {}],
    ['a promise', 'return Promise.resolve(1)', {}],
    ['a boxed number', 'return Object(1)', 1],
  ])('takes %s as JSON has it', async (_, code, value) => {
    expect(await run(code)).toEqual(gives(value))
  })

  it.each([
    ['nothing', 'return'],
    ['undefined', 'return undefined'],
    ['a function', 'return () => 1'],
    ['a symbol', 'return Symbol("x")'],
  ])('has no value for %s', async (_, code) => {
    const outcome = await run(code)
    expect(outcome).toEqual({ ok: true, assigned: [] })
    expect('value' in outcome).toBe(false)
  })

  it.each([
    ['a big integer', 'return 1n', /^TypeError: /],
    ['a cycle', 'const a = {}; a.a = a; return a', /^TypeError: /],
    ['a getter that throws', 'return { get a() { throw new RangeError("no") } }', /^RangeError: no$/],
    ['a toJSON that throws', 'return { toJSON() { throw "no" } }', /^no$/],
    ['an error of its own', 'class Oops extends Error { name = "Oops" } throw new Oops("why")', /^Oops: why$/],
    ['an object that is no error', 'throw { reason: 1 }', /^\{"reason":1\}$/],
    ['a name that means nothing', 'return nobody', /^ReferenceError: .*nobody/],
  ])('says what was thrown for %s', async (_, code, message) => {
    expect(await run(code)).toEqual({ ok: false, reason: 'threw', message: expect.stringMatching(message) })
    expect(await run(code)).toEqual({ ok: false, reason: 'threw', message: expect.stringMatching(message) })
  })

  it('distinguishes text that is not JavaScript from code that throws a SyntaxError', async () => {
    const syntax = { ok: false, reason: 'syntax', message: expect.stringMatching(/^SyntaxError: /) }
    for (const _ of ['compiled', 'remembered']) expect(await run('return Hello world')).toEqual(syntax)
    expect(await run('return JSON.parse("{")')).toMatchObject({ reason: 'threw' })
  })

  it.each([
    ['a text beyond 1 MB', 'return "x".repeat(1024 * 1024)', 'too-large'],
    ['a text beyond 1 MB in bytes only', 'return "é".repeat(800_000)', 'too-large'],
    [
      '10^6 keys',
      'const o = {}; for (let i = 0; i < 1e6; i += 1) o["k" + i] = i; return o',
      /^(memory|too-large|time)$/,
    ],
    ['a text of 50 MB', 'return "x".repeat(50e6)', 'memory'],
    ['70 lists in one another', 'let a = []; for (let i = 0; i < 69; i += 1) a = [a]; return a', 'too-large'],
    [
      '10^5 lists in one another',
      'let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return a',
      /^(threw|memory|time)$/,
    ],
    ['an endless toJSON', 'return { toJSON() { return { a: this } } }', /^(threw|memory|time)$/],
  ])('refuses %s', async (_, code, reason) => {
    expect(await run(code)).toMatchObject({
      ok: false,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })

  it('lets 1 MB less a little and 64 levels through', async () => {
    expect(await run('return "x".repeat(1024 * 1024 - 100).length')).toEqual(gives(1024 * 1024 - 100))
    const long = await run('return "x".repeat(1024 * 1024 - 100)')
    expect(long.ok && String(long.value).length).toBe(1024 * 1024 - 100)
    expect((await run('let a = 1; for (let i = 0; i < 64; i += 1) a = [a]; return a')).ok).toBe(true)
  })

  it('never waits for a value that has a then', async () => {
    const outcome = await run('return JSON.parse(\'{"then": 1, "value": {"then": 2}}\')')
    expect(outcome).toEqual(gives(JSON.parse('{"then": 1, "value": {"then": 2}}')))
  })

  it('gives a key named __proto__ as a key, and leaves every prototype alone', async () => {
    const outcome = await run(
      'return JSON.parse(\'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}\')',
    )
    if (!outcome.ok) throw new Error(outcome.message)
    expect(Object.keys(outcome.value as object)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(outcome.value)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('collects what setVariable is given as it is at that moment, the last value of each name', async () => {
    const code = `
      const list = [1]
      setVariable('list', list); list.push(2)
      setVariable('twice', 1); setVariable('twice', undefined); setVariable('twice', { b: new Date(0) })
      setVariable('gone', 1); setVariable('gone', undefined)
      setVariable('__proto__', 'x'); setVariable(7, 'seven')`
    const outcome = await run(code, {}, 'full')
    if (!outcome.ok) throw new Error(outcome.message)
    expect(new Map(outcome.assigned.map(({ name, ...rest }) => [name, rest]))).toEqual(
      new Map(
        Object.entries({
          list: { value: [1] },
          twice: { value: { b: '1970-01-01T00:00:00.000Z' } },
          gone: {},
          ['__proto__']: { value: 'x' },
          7: { value: 'seven' },
        }),
      ),
    )
  })

  it('counts what setVariable is given towards the size', async () => {
    const code = 'for (let i = 0; i < 20; i += 1) setVariable("v" + i, "x".repeat(100_000))'
    expect(await run(code, {}, 'full')).toMatchObject({ ok: false, reason: 'too-large' })
    const same = 'for (let i = 0; i < 20; i += 1) setVariable("v", "x".repeat(100_000))'
    expect(await run(same, {}, 'full')).toMatchObject({ ok: true })
  })

  it('assigns nothing when the script throws', async () => {
    expect(await run('setVariable("a", 1); throw new Error("late")', {}, 'full')).toEqual({
      ok: false,
      reason: 'threw',
      message: 'Error: late',
    })
  })
})

describe('values of variables are data, never code', () => {
  it.each(['{{other}}', '${1 + 1}', '<% 1 %>', '`', "');process.exit('", '\\u0027', '*/', '</script>', '\u2028'])(
    'hands %j through unchanged',
    async (value) => {
      expect(await run('return [v, v.length, nested.a[0]]', { v: value, nested: { a: [value] } })).toEqual(
        gives([value, value.length, value]),
      )
    },
  )

  it('knows every JSON value as what it is', async () => {
    const args = { a: 1e21, b: 5e-324, c: -0.5, d: true, e: null, f: [1, 'x', null], g: { h: {} }, i: '', j: 2 ** 53 }
    expect(await run('return { a, b, c, d, e, f, g, i, j }', args)).toEqual(gives(args))
    expect(await run('return typeof missing + typeof given', { given: undefined })).toEqual(gives('undefinedundefined'))
  })

  it('defines a global without a value as undefined', async () => {
    expect(await run('return given ?? 5', { given: undefined })).toEqual(gives(5))
  })
})

describe('names of variables are data, never code', () => {
  it.each([
    'a);process.exit(',
    'constructor',
    '__proto__',
    '😀',
    'a b',
    'x'.repeat(10_000),
    'return',
    '',
    '\u0000',
    'undefined',
  ])('gives %j its value without reading it as code', async (name) => {
    const args = JSON.parse(`{${JSON.stringify(name)}: "value", "name": ${JSON.stringify(name)}}`)
    const value = name === 'undefined' ? null : 'value'
    expect(await run('return globalThis[name] ?? null', args)).toEqual(gives(value))
  })

  it('lets a variable have the name of a built-in without harm to the rest', async () => {
    const args = { JSON: 'mine', Object: 1, Promise: 2, String: 3, Reflect: 4, console: 5 }
    expect(await run('return [JSON, Object, Promise, String, Reflect, console]', args)).toEqual(
      gives(['mine', 1, 2, 3, 4, 5]),
    )
  })

  it('keeps setVariable and fetch for what they are in a full script', async () => {
    expect(await run('return typeof setVariable + typeof fetch', { setVariable: 1, fetch: 2 }, 'full')).toEqual(
      gives('functionfunction'),
    )
    expect(await run('return typeof setVariable + typeof fetch')).toEqual(gives('undefinedundefined'))
  })

  it('refuses values that are not JSON or too much of it, before anything runs', async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(await run('return 1', { cycle })).toMatchObject({ ok: false, reason: 'threw' })
    expect(await run('return 1', { long: 'x'.repeat(9 * 1024 * 1024) })).toMatchObject({
      ok: false,
      reason: 'too-large',
    })
  })
})
