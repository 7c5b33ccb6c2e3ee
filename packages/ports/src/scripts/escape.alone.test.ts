import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackPayloads } from '../testing/attack-payloads.js'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts } from '../testing/limited-ports.js'
import { hostNames, makerPayloads } from '../testing/maker-payloads.js'
import type { ScriptPort } from './script-port.js'

const marker = 'colloquy-marker-71c1'
const canaryFile = join(tmpdir(), `colloquy-escape-${process.pid}`)
const fetched: string[] = []
let scripts: ScriptPort
let number = 0
const nextOwner = () => {
  number += 1
  return `bot${number}`
}

beforeAll(() => {
  process.env.COLLOQUY_ESCAPE_MARKER = marker
  process.env.MARKER = marker
  scripts = openTestScripts({
    limits: { milliseconds: 300 },
    fetch: async (input) => {
      fetched.push(input)
      return { text: 'answered' }
    },
  })
})

afterAll(async () => {
  await scripts.close()
  rmSync(canaryFile, { force: true })
  delete process.env.MARKER
  delete process.env.COLLOQUY_ESCAPE_MARKER
})

describe('no script escapes the sandbox', () => {
  it('tries more than a hundred ways', () => {
    expect(makerPayloads.length + attackPayloads.length).toBeGreaterThanOrEqual(130)
    expect(new Set([...makerPayloads, ...attackPayloads].map(({ code }) => code)).size).toBeGreaterThanOrEqual(130)
  })

  it.each(makerPayloads)('finds no host by $name', async ({ code }) => {
    const outcome = await scripts.run({ code, args: {}, mode: 'full', owner: botOf(nextOwner()) })
    expect(outcome).toEqual({ ok: true, value: hostNames.map(() => 'undefined'), assigned: [] })
  })

  it.each(attackPayloads)('withstands $name', async ({ code }) => {
    const before = Reflect.ownKeys(Object.prototype).length
    for (const mode of ['full', 'value'] as const) {
      const attack = code.replaceAll('CANARY', canaryFile)
      const outcome = await scripts.run({ code: attack, args: { secret: 1 }, mode, owner: botOf(nextOwner()) })
      const text = JSON.stringify(outcome)
      for (const trace of [
        marker,
        process.version,
        process.execPath,
        process.cwd(),
        'root:',
        'node:internal',
        '/dist/',
      ]) {
        expect(text).not.toContain(trace)
      }
      expect(text).not.toMatch(/"(?:object|function)"/)
    }
    expect(existsSync(canaryFile)).toBe(false)
    expect(Reflect.ownKeys(Object.prototype)).toHaveLength(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(
      await scripts.run({ code: 'return a + 1', args: { a: 41 }, mode: 'value', owner: botOf(nextOwner()) }),
    ).toEqual({
      ok: true,
      value: 42,
      assigned: [],
    })
  })

  it('performs only requests that went through the egress client', () => {
    expect(new Set(fetched)).toEqual(new Set(['http://canary/', 'file:///etc/passwd', 'undefined']))
  })

  it('shows the language and nothing else to a walk over everything that can be reached', async () => {
    const code = `
      const seen = new Set()
      const strange = []
      const names = []
      const visit = (value, path) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
        seen.add(value)
        if (typeof value === 'function') {
          names.push(value.name)
          if (!/^(class|async|function|\\(|[\\w ]+\\()/.test(Function.prototype.toString.call(value))) strange.push(path)
        }
        visit(Object.getPrototypeOf(value), path + '.<prototype>')
        for (const key of Reflect.ownKeys(value)) {
          const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key)
          for (const one of [inner, get, set]) visit(one, path + '.' + String(key))
        }
      }
      visit(globalThis, 'global')
      return { count: seen.size, strange, hosts: names.filter((name) => /host|askHost|QTS|callback/.test(name)), keys: Reflect.ownKeys(globalThis).map(String) }`
    const value = await scripts.run({ code, args: {}, mode: 'value', owner: botOf(nextOwner()) })
    const full = await scripts.run({ code, args: {}, mode: 'full', owner: botOf(nextOwner()) })
    expect(value).toMatchObject({ ok: true, value: { strange: [], hosts: [] } })
    expect(full).toMatchObject({ ok: true, value: { strange: [], hosts: [] } })
    if (!value.ok || !full.ok) throw new Error('the walk did not end')
    const [plain, all] = [value.value, full.value] as { count: number; keys: string[] }[]
    expect(plain?.count).toBeGreaterThan(500)
    const own = Reflect.ownKeys(globalThis).map(String)
    const notOfTheLanguage = plain?.keys.filter((key) => !own.includes(key))
    expect(notOfTheLanguage).toEqual(['InternalError', 'Iterator', 'Float16Array'].filter((key) => !own.includes(key)))
    expect(plain?.keys.filter((key) => hostNames.includes(key))).toEqual([])
    expect(all?.keys.filter((key) => !plain?.keys.includes(key))).toEqual(['setVariable', 'fetch'])
  })
})
