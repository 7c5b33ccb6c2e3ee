import { expect, it } from 'vitest'
import { templates } from '../../templates/templates.js'
import { openSignedIn } from '../../testing/browser.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

it('opens a wide flow at its start at a readable zoom, and highlights the edges of hovered and selected nodes', async () => {
  const wide = templates.find(({ name }) => name === 'Product finder')!
  const botId = await tests.service.make(wide.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1440, height: 900 },
  })
  await page.getByText('70 %').waitFor()
  const canvas = (await page.locator('.canvas').boundingBox())!
  const start = (await page.locator('.event').boundingBox())!
  expect(start.x - canvas.x).toBeLessThan(80)
  expect(start.y).toBeGreaterThan(canvas.y)
  expect(start.y + start.height).toBeLessThan(canvas.y + canvas.height)

  const first = page.locator('.react-flow__node-group').first()
  const lit = page.locator('.react-flow__edge[data-lit]')
  await first.locator('.group-title').hover()
  await expect.poll(() => lit.count()).toBe(2)
  await page.mouse.move(canvas.x + 20, canvas.y + canvas.height - 200)
  await expect.poll(() => lit.count()).toBe(0)
  await first.locator('.group-title').click()
  await expect.poll(() => page.locator('.react-flow__edge.lit').count()).toBe(2)

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Show the whole flow' }).click()
  await page.locator('.canvas:not([data-far="false"])').waitFor()
  await page.locator('.group.far[data-running="true"]').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('needs at most 75 scripts and styles until all of its panels and windows open without a network', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.waitForFunction(() => performance.getEntriesByName('everything-loaded').length > 0)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const files = loaded.filter((name) => /\.(js|css)$/.test(name))
  expect(files.filter((name) => name.includes('rich-text-editor'))).toHaveLength(1)
  expect(new Set(files).size).toBeLessThanOrEqual(75)
  await page.leave()
})
