import { expect, it } from 'vitest'
import { bigFlow } from './testing/big-flow.js'
import { openSignedIn } from './testing/browser.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

it('loads the canvas and its bot, once, before it is known who is signed in', async () => {
  const id = await tests.service.make(bigFlow(2, 2, 1))
  const page = await openSignedIn(tests.browser, tests.service)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.isCalm()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const bot = `/api/v1/bots/${id}`
  const hasBegun = () => requested.includes(bot) && requested.some((path) => /\/builder\/bot-page-.*\.js$/.test(path))
  // The answer waits for what must not wait for it.
  await page.route('**/api/v1/sign-in', async (route) => {
    await expect.poll(hasBegun, { timeout: 30_000 }).toBe(true)
    await route.continue()
  })
  await page.goto(`${tests.service.url}/bots/${id}`)
  await page.locator('.react-flow__node').first().waitFor()
  expect(requested.filter((path) => path === bot)).toHaveLength(1)
  expect(page.problems).toEqual([])
  await page.context().close()
})
