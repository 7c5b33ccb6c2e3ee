import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts } from '../testing/limited-ports.js'
import type { ScriptLimits } from './script-limits.js'
import type { ScriptOutcome, ScriptPort } from './script-port.js'

let scripts: ScriptPort | undefined

afterEach(() => scripts?.close())

const healthyCode = 'return text.split(" ").map((word) => word.length).reduce((a, b) => a + b) + number'

/** Runs a healthy script of one of many bots every 5 ms, and returns the outcome and the duration of each. */
async function healthy(port: ScriptPort, milliseconds: number) {
  const times: number[] = []
  const outcomes: Promise<ScriptOutcome>[] = []
  const until = performance.now() + milliseconds
  for (let number = 0; performance.now() < until; number += 1) {
    const started = performance.now()
    const args = { text: 'how long are these words', number }
    const outcome = port.run({ code: healthyCode, args, mode: 'value', owner: botOf(`healthy${number % 20}`) })
    outcomes.push(outcome)
    void outcome.then(() => times.push(performance.now() - started))
    await sleep(5)
  }
  return { outcomes: await Promise.all(outcomes), times: times.sort((a, b) => a - b) }
}

/** A hundred scripts and patterns a second that would never end, all of one bot. `ended` is called for each one that used its time up. */
async function hostile(port: ScriptPort, milliseconds: number, ended: () => void): Promise<ScriptOutcome[]> {
  const codes = ['for (;;);', 'return new Array(1e9) + ""', '[1, 2].sort(() => { for (;;); })']
  const outcomes: Promise<ScriptOutcome>[] = []
  for (let number = 0; number < milliseconds / 10; number += 1) {
    const code = codes[number % codes.length] ?? ''
    const outcome = port.run({ code, args: {}, mode: 'value', owner: botOf('hostile') })
    outcomes.push(outcome)
    void outcome.then((it) => !it.ok && it.reason === 'time' && ended())
    await sleep(10)
  }
  return Promise.all(outcomes)
}

const part = (times: number[], share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)

describe('other bots, while one bot starts a hundred endless scripts a second', () => {
  it.each([
    ['with the circuit breaker', {}],
    ['even without it', { strikes: Number.POSITIVE_INFINITY }],
  ] as [string, Partial<ScriptLimits>][])('get every answer, %s', async (name, limits) => {
    const port = openTestScripts({ limits: { milliseconds: 500, ...limits } })
    scripts = port
    await healthy(port, 300)
    const before = await healthy(port, 1_000)
    let ended = 0
    const began = performance.now()
    const attack = hostile(port, 2_000, () => {
      ended += 1
    })
    const during = await healthy(port, 1_700)
    await expect.poll(() => ended).toBeGreaterThan(0)
    const seconds = (performance.now() - began) / 1_000
    await port.close()
    const attacked = await attack
    for (const outcome of [...before.outcomes, ...during.outcomes]) expect(outcome).toMatchObject({ ok: true })
    expect(during.outcomes.length).toBeGreaterThan(50)
    expect(attacked).toHaveLength(200)
    for (const outcome of attacked) expect(['time', 'paused', 'busy']).toContain(outcome.ok ? 'ok' : outcome.reason)
    // Each takes half a second of one of two workers; on a busy machine the attack takes longer than its two seconds.
    expect(ended).toBeLessThan(5 * Math.max(2, seconds))
    const show = ({ times }: { times: number[] }) => `p50 ${part(times, 0.5)} ms, p99 ${part(times, 0.99)} ms`
    console.log(
      `Healthy scripts before: ${show(before)}; during, ${name}: ${show(during)} (${during.times.length} runs)`,
    )
  })

  it('overtake it: while one endless script runs, healthy ones come and go', async () => {
    const port = openTestScripts({ limits: { milliseconds: 1_000 } })
    scripts = port
    const order: string[] = []
    const note = (name: string) => (outcome: ScriptOutcome) => {
      order.push(name)
      return outcome
    }
    const endless = port
      .run({ code: 'for (;;);', args: {}, mode: 'value', owner: botOf('hostile') })
      .then(note('hostile'))
    for (let number = 0; number < 20; number += 1) {
      const request = { code: 'return 1', args: {}, mode: 'value' as const, owner: botOf(`healthy${number}`) }
      expect(await port.run(request).then(note('healthy'))).toMatchObject({ ok: true })
    }
    expect(await endless).toMatchObject({ ok: false, reason: 'time' })
    expect(order.indexOf('hostile')).toBeGreaterThanOrEqual(10)
  })
})
