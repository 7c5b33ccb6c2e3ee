import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts } from '../testing/limited-ports.js'
import type { ScriptPort } from './script-port.js'

let scripts: ScriptPort

const { TZ } = process.env

beforeAll(() => {
  process.env.TZ = 'UTC'
  scripts = openTestScripts()
})

afterAll(async () => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
  await scripts.close()
})

async function inside(expression: string): Promise<unknown> {
  const outcome = await scripts.run({ code: `return ${expression}`, args: {}, mode: 'value', owner: botOf(expression) })
  return outcome.ok ? outcome.value : outcome.message
}

/** Evaluates in this process, which gives the results that authors know from their browsers; in UTC, like scripts. */
const outside = (expression: string): unknown => JSON.parse(JSON.stringify(new Function(`return ${expression}`)()))

describe('the language of scripts', () => {
  it.each([
    '[0.1 + 0.2, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 123456789012345680000, -1e-7].map(String)',
    '[1.005, 1.45, 8.345, 0, -1.5, 1e21].map((n) => [n.toFixed(2), n.toPrecision(3), n.toExponential(2)])',
    '[255, 0.5, -7.25].map((n) => [n.toString(2), n.toString(16)])',
    '["12px", "0x1f", " 7 ", "", "1e3", "١", "1_000", "Infinity"].map((t) => [Number(t), parseFloat(t), parseInt(t)].map(String))',
    '[1 + "2", "3" - 1, "3" * "4", null + 1, [] + {}, [1] == 1, undefined + 1].map(String)',
    '[10, 9, 1, -1].sort()',
    '[3, 1, 2].toSorted().concat([1, 2, 3].with(0, 9)).concat([1, 2, 3].at(-1))',
    '"a-b_c d".split(/[-_ ]/).map((w) => w[0].toUpperCase() + w.slice(1)).join("")',
    '"2026-11-21".replace(/(?<y>\\d+)-(?<m>\\d+)-(?<d>\\d+)/, "$<d>.$<m>.$<y>")',
    '[..."a1b22c333".matchAll(/\\d+/g)].map((m) => [m[0], m.index])',
    '"straße ÀÉ ﬁ İ".toUpperCase() + "ÀÉ İ Σ".toLowerCase() + "é".normalize("NFD").length',
    '["Ä", "z", "a", "Z"].sort((a, b) => a.localeCompare(b))',
    '[new Date(0).toISOString(), new Date(2026, 0, 31).getTime(), new Date("2026-03-29T02:30:00").getTime()]',
    '["2026-01-05", "2026-01-05T10:00", "2026-01-05T10:00:00.5Z", "Jan 5, 2026", "5 Jan 2026 10:00 GMT+2", "2026/01/05", "nonsense"].map((t) => Date.parse(t))',
    'new Date(1e12).toLocaleDateString("fr-FR", { weekday: "long", day: "numeric", month: "long" })',
    '[new Date(1e12).toLocaleString("en-US", { timeZone: "Asia/Tokyo" }), new Date(1e12).toLocaleTimeString("de")]',
    '[(1234567.891).toLocaleString("en-US"), (0.256).toLocaleString("de-DE", { style: "percent" }), (5).toLocaleString("ja-JP", { style: "currency", currency: "JPY" })]',
    'new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Europe/Paris" }).format(new Date(1e12))',
    'new Intl.DateTimeFormat("en").formatToParts(new Date(1e12)).map((p) => p.type)',
    'new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" }).format(1234.5)',
    'new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")',
    'new Intl.PluralRules("en", { type: "ordinal" }).select(3)',
    'encodeURIComponent("a b&c=é/") + decodeURIComponent("%C3%A9") + escape("é")',
    'JSON.stringify({ b: 1, a: [undefined, () => 1, NaN], "2": 1, "1": 2, t: "\\u2028\\ud800" }, null, 2)',
    'Object.keys({ b: 1, 2: 1, a: 1, 1: 1 })',
    '[Math.round(-0.5), Math.max(), Math.hypot(3, 4), Math.trunc(-1.7), 7 % -3, -7 % 3, 2 ** 0.5].map(String)',
    '((a = 1, { b = 2, ...c } = {}, ...d) => [a, b, c, d])(undefined, { x: 1 }, 3)',
    '[..."😀a"].length + "😀".codePointAt(0) + String.fromCodePoint(128512).length',
  ])('says what V8 says to %s', async (expression) => {
    expect(await inside(expression)).toEqual(outside(expression))
  })

  it('has what this year’s browsers have', async () => {
    expect(await inside('Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"))')).toEqual({
      odd: [1, 3],
      even: [2],
    })
    expect(await inside('[...new Set([1, 2, 3]).intersection(new Set([2]))]')).toEqual([2])
    expect(await inside('[..."a1"].values().map((c) => c + c).toArray()')).toEqual(['aa', '11'])
  })

  it('runs in UTC wherever the service is', async () => {
    expect(await inside('[new Date(2026, 6, 1).getTimezoneOffset(), new Date(0).getHours()]')).toEqual([0, 0])
    expect(await inside('new Intl.DateTimeFormat("en").resolvedOptions().timeZone')).toBe('UTC')
  })

  it('has the clock of the service', async () => {
    const before = Date.now()
    const now = Number(await inside('Date.now()'))
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  it('generates other numbers in every run of the same code', async () => {
    const draw = async () => JSON.stringify(await inside('[Math.random(), Math.random(), Math.random()]'))
    const draws = new Set(await Promise.all(Array.from({ length: 50 }, draw)))
    expect(draws.size).toBe(50)
    const many = (await inside('Array.from({ length: 10000 }, Math.random)')) as number[]
    expect(many.every((one) => one >= 0 && one < 1)).toBe(true)
    expect(new Set(many).size).toBe(10_000)
    expect(many.filter((one) => one < 0.5).length).toBeGreaterThan(4_700)
    expect(many.filter((one) => one < 0.5).length).toBeLessThan(5_300)
  })

  /** Known differences, which docs/decisions describes: if one of these tests fails, the page is outdated. */
  it('differs from V8 in the words of errors, the name of a zone, and a locale that nobody named', async () => {
    expect(await inside('missing')).toBe("ReferenceError: 'missing' is not defined")
    expect(await inside('null.x')).toBe("TypeError: cannot read property 'x' of null")
    expect(await inside('new Date(0).toString()')).toBe('Thu Jan 01 1970 00:00:00 GMT+0000')
    expect(await inside('(() => { const f = () => f() + 1; return f() })()')).toBe('InternalError: stack overflow')
    expect(await inside('typeof structuredClone + typeof setTimeout + typeof URL + typeof atob')).toBe(
      'undefinedundefinedundefinedundefined',
    )
  })
})
