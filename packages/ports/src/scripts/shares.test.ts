import { afterEach, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts, type TestScriptOptions } from '../testing/limited-ports.js'
import type { ScriptFetch, ScriptOwner, ScriptPort } from './script-port.js'

let scripts: ScriptPort | undefined
afterEach(() => scripts?.close())

const hog = (number = 0) => botOf(`hog${number}`, 'hog')
const other = botOf('other', 'other')
const burn = (milliseconds: number) => `const end = Date.now() + ${milliseconds}; while (Date.now() < end);`

function open(options: TestScriptOptions) {
  const reached: string[] = []
  const opened = openTestScripts({ limitReached: (name) => reached.push(name), ...options })
  scripts = opened
  const run = (owner: ScriptOwner, code: string, args: Record<string, unknown> = {}) =>
    opened.run({ owner, code, args, mode: 'full' })
  return { run, reached }
}

/** Answers to `release`, and to nothing else. */
function heldFetch() {
  let release = (_: { text: string }) => {}
  const held = new Promise<{ text: string }>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const fetch: ScriptFetch = async (input) => {
    asked.push(input)
    return input === 'slow' ? held : { text: input }
  }
  return { fetch, asked, release: () => release({ text: 'late' }) }
}

describe('a workspace that uses all that it can get', () => {
  it('does not delay the slow scripts of another, however many of its bots are slow', async () => {
    const { run } = open({ limits: { milliseconds: 10_000 } })
    const order: string[] = []
    const slow = (owner: ScriptOwner, milliseconds: number) =>
      run(owner, burn(milliseconds)).then((outcome) => {
        expect(outcome).toMatchObject({ ok: true })
        order.push(owner.workspaceId)
      })
    await slow(other, 150)
    const hogs = Array.from({ length: 12 }, (_, number) => slow(hog(number), 300))
    for (let script = 0; script < 3; script += 1) await slow(other, 150)
    await Promise.all(hogs)
    expect(order.lastIndexOf('other')).toBeLessThan(9)
  })

  it('does not delay the quick scripts of another, however many of its bots ask', async () => {
    const { run } = open({ workers: 1 })
    await run(other, 'return 1')
    const order: string[] = []
    const quick = (owner: ScriptOwner) => run(owner, 'return 1').then(() => order.push(owner.workspaceId))
    const hogs = Array.from({ length: 60 }, (_, number) => quick(hog(number)))
    await Promise.all([quick(other), quick(other), ...hogs])
    expect(order.lastIndexOf('other')).toBeLessThan(10)
  })

  it('leaves memory for scripts of others that wait for a fetch', async () => {
    const { fetch, asked, release } = heldFetch()
    const { run, reached } = open({ fetch, limits: { milliseconds: 10_000 } })
    const fill = 'const kept = new Uint8Array(7e6).fill(7); await fetch("slow"); return kept.length'
    const waiting = Array.from({ length: 8 }, (_, number) => run(hog(number), fill))
    const outcomes = Promise.all(waiting)
    await expect.poll(() => asked.length).toBe(8)
    await expect.poll(() => reached.length).toBe(3)
    expect(await run(other, 'return await fetch("quick")')).toMatchObject({ ok: true, value: 'quick' })
    expect(await run(other, `${fill.replace('slow', 'quick')}`)).toMatchObject({ ok: true, value: 7e6 })
    release()
    expect((await outcomes).filter(({ ok }) => ok)).toHaveLength(5)
    expect(reached).toEqual(Array(3).fill('waitingScriptBytes'))
  })

  it('leaves capacity for what is given to the scripts of others', async () => {
    const { fetch, asked, release } = heldFetch()
    const { run, reached } = open({ fetch, limits: { heldBytes: 10_000 } })
    const text = 'x'.repeat(1_000)
    const hogs = Promise.all(
      Array.from({ length: 9 }, (_, number) => run(hog(number), 'await fetch("slow")', { text })),
    )
    await expect.poll(() => asked.length).toBe(5)
    expect(reached).toEqual(Array(4).fill('scriptArgumentBytes'))
    expect(await run(other, 'return text.length', { text })).toMatchObject({ ok: true, value: 1_000 })
    release()
    expect((await hogs).filter(({ ok }) => ok)).toHaveLength(5)
  })
})
