import { expect, test, vi } from 'vitest'
import { attackedStarts, evil } from './testing/attack-fields.js'
import { attackStrings } from './testing/attack-strings.js'
import { answerWithAttacks, carelessPage, watchForAttacks } from './testing/attack-watch.js'
import { openPage } from './testing/browser.js'
import { visiting } from './testing/visit.js'

const tests = visiting()

/** Starts several thousand chats, on a machine that may be busy. */
vi.setConfig({ testTimeout: 300_000 })

const texts = attackStrings.map(({ text }) => text)

test('the watch notices every string that a careless page puts in', async () => {
  const page = await tests.page()
  const { ran } = await watchForAttacks(page.context())
  await page.goto(tests.service.page(`<script type="module">${carelessPage(attackStrings)}</script>`))
  const expected = attackStrings.filter(({ careless }) => careless)
  const missing = () => expected.filter(({ number }) => !ran.has(number)).map(({ name, text }) => `${name}: ${text}`)
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  expect(expected.length).toBeGreaterThan(200)
})

/** Blocks nothing, so that code that gets through does run, but reports everything that a strict page would block. */
const watchfulPolicy = (url: string) =>
  `default-src 'none'; script-src ${url} https://js.stripe.com; connect-src ${url}; font-src ${url}; style-src 'none'; img-src http://127.0.0.1:9 data:; require-trusted-types-for 'script'; trusted-types colloquy`

test.concurrent.each(['first', 'second'])(
  'no string of the %s half does anything in any field of an answer',
  async (half) => {
    // A page of `tests` is left when the other test ends.
    const page = await openPage(tests.browser, { viewport: { width: 360, height: 300 } })
    const { ran } = await watchForAttacks(page.context())
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.Stripe = () => ({ elements: () => ({ create: () => ({ mount() {} }) }) })',
      }),
    )
    const middle = Math.ceil(texts.length / 2)
    const part = half === 'first' ? texts.slice(0, middle) : texts.slice(middle)
    await page.addInitScript(answerWithAttacks, { starts: attackedStarts, sign: evil, texts: part })
    const { url } = tests.service
    await page.goto(
      tests.service.page(
        `<script type="module" src="${url}/widget.js"></script><colloquy-standard bot="x"></colloquy-standard>`,
        { 'content-security-policy-report-only': watchfulPolicy(url) },
      ),
    )
    await page.waitForFunction('window.Colloquy')
    const { found, empty, drawn } = await page.evaluate(() =>
      (
        window as never as {
          __attackAll(element: Element | null): Promise<{ found: string[]; empty: string[]; drawn: number }>
        }
      ).__attackAll(document.querySelector('colloquy-standard')),
    )
    expect(drawn).toBe(part.length * Object.keys(attackedStarts).length)
    expect({ found, empty }).toEqual({ found: [], empty: [] })
    expect([...ran]).toEqual([])
    expect([...new Set(page.problems)]).toEqual([])
    expect(page.elsewhere).toEqual([])
    await page.context().close()
  },
)
