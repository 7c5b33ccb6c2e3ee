import { beforeAll, describe, expect, it } from 'vitest'
import { testScriptLimits } from '../testing/limited-ports.js'
import { ImageCache } from './image-cache.js'
import { Sandbox } from './sandbox.js'
import { compileSandbox } from './sandbox-worker.js'
import type { SegmentResult } from './segment.js'

let wasmModule: WebAssembly.Module
let sandbox: Sandbox

beforeAll(async () => {
  wasmModule = await compileSandbox()
  sandbox = await Sandbox.open(wasmModule, testScriptLimits)
})

const run = (code: string, mode: 'value' | 'full' = 'value', args = '[]', on = sandbox) =>
  on.run({ kind: 'start', code, mode, args }, 1000)

const reported = (result: SegmentResult) => (result.kind === 'report' ? JSON.parse(result.text) : result)

describe('one sandbox', () => {
  it('starts each of 3,000 runs from the same state, whatever the runs before did', () => {
    const dirt = [
      'globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; return 1',
      'JSON.stringify = Math.random = Object.keys = () => 1; return 1',
      'String.prototype.slice = () => "broken"; delete globalThis.Array; return 1',
      'left = []; for (let i = 0; i < 2000; i += 1) left.push("x" + i); globalThis.kept = left; return left.length',
      'Object.freeze(Object.prototype); Object.preventExtensions(globalThis); return 1',
      'throw new Error("left")',
      'return this is no code',
      'setVariable("left", 1); fetch("http://left/"); Promise.resolve().then(() => { globalThis.late = 1 })',
    ]
    const look = `return [typeof left, typeof kept, typeof late, typeof given, Object.keys({ a: 1 })[0], 'abc'.slice(1),
      [].left ?? null, Object.isFrozen(Object.prototype), Object.isExtensible(globalThis), JSON.stringify([1])]`
    const clean = ['undefined', 'undefined', 'undefined', 'undefined', 'a', 'bc', null, false, true, '[1]']
    for (let round = 0; round < 3_000; round += 1) {
      const code = dirt[round % dirt.length] ?? ''
      run(code, round % 16 >= 8 ? 'full' : 'value', '[["given", 1]]')
      if (round % 10 === 0) expect(reported(run(look)).value).toEqual(clean)
    }
    expect(sandbox.isSpoiled).toBe(false)
    expect(reported(run(look)).value).toEqual(clean)
  })

  it('gives one script nothing that it kept itself', () => {
    const code = 'globalThis.count = (globalThis.count ?? 0) + 1; return count'
    expect([1, 2, 3].map(() => reported(run(code)).value)).toEqual([1, 1, 1])
  })

  it('leaves no byte of a visitor’s values in its memory', () => {
    const secret = 'secret-4242-of-a-visitor'
    const code =
      'const a = []; for (let i = 0; i < 3000; i += 1) a.push(v + i); globalThis.a = a; f(a.join()); function f(t) { return t.length && f(t.slice(500)) }'
    expect(run(code, 'value', JSON.stringify([['v', secret]])).kind).toBe('report')
    expect(sandbox.countAfterRestore(Buffer.from(secret))).toBe(0)
    expect(sandbox.countAfterRestore(Buffer.from(secret, 'utf16le'))).toBe(0)
  })

  it('continues a script that waits in another sandbox as well as in its own', async () => {
    const code =
      'const kept = { n: given }; const a = await fetch("http://a/"); const b = await fetch("http://b/"); return [kept, a, b]'
    const other = await Sandbox.open(wasmModule, testScriptLimits)
    const first = run(code, 'full', '[["given", 7]]')
    if (first.kind !== 'report' || !first.image) throw new Error('it does not wait')
    expect(JSON.parse(first.text)).toEqual({ state: 'waits', requests: [{ id: 1, input: 'http://a/', init: {} }] })
    run('globalThis.between = 1; return 1')
    const answers = JSON.stringify([{ id: 1, ok: true, text: 'A' }])
    for (const one of [other, sandbox, other]) {
      const second = one.run({ kind: 'resume', image: first.image, answers }, 1000)
      if (second.kind !== 'report' || !second.image) throw new Error('it does not wait again')
      const last = JSON.stringify([{ id: 2, ok: false, message: 'no' }])
      expect(reported(one.run({ kind: 'resume', image: second.image, answers: last }, 1000))).toMatchObject({
        state: 'threw',
        message: 'TypeError: no',
      })
    }
  })

  it('is spoiled by a script that makes its memory grow, and says so', async () => {
    const one = await Sandbox.open(wasmModule, testScriptLimits)
    expect(reported(run('return new Uint8Array(14e6).length', 'value', '[]', one)).value).toBe(14e6)
    expect(one.isSpoiled).toBe(true)
  })

  it('keeps the images of the scripts that were used last, as many as fit', () => {
    const page = 4096
    const cache = new ImageCache(10 * page)
    const image = { pages: new Uint32Array(2), bytes: new Uint8Array(2 * page) }
    for (const name of ['a', 'b', 'c', 'd']) cache.set(name, image)
    expect(cache.get('a')).toBe(image)
    cache.set('e', image)
    expect(['a', 'b', 'c', 'd', 'e'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd', 'e'])
    cache.set('long', { pages: new Uint32Array(9), bytes: new Uint8Array(9 * page) })
    expect(['a', 'c', 'd', 'e', 'long'].filter((name) => cache.get(name))).toEqual(['long'])
  })
})
