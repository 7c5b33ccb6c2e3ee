import { expect, test } from 'vitest'
import { expectAccessible } from '../testing/browser.js'
import { asks } from '../testing/flow-of.js'
import { visiting } from '../testing/visit.js'

const tests = visiting()
const missing = 'http://127.0.0.1:9/missing.jpg'

/** The hosted page of a bot of these blocks, whose pictures do not load. */
async function visit(blocks: Parameters<typeof tests.bot>[0]) {
  const { publicId } = await tests.bot(blocks)
  const page = await tests.page()
  await page.route(missing, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${tests.service.url}/c/${publicId}`)
  return page
}

test('a picture that does not load leaves its alternative text in a bubble, with its link', async () => {
  const picture = (id: string, clickLink?: object) => ({ id, type: 'image', content: { url: missing, clickLink } })
  const page = await visit([
    picture('bakery', { alt: 'The bakery' }),
    picture('linked', { alt: 'All breads', url: 'https://bakery.example' }),
    picture('bare'),
    asks('text input'),
  ])
  const bubbles = page.locator('.bubble.host:not(.typing)')
  await expect
    .poll(() => bubbles.allInnerTexts())
    .toEqual(['The bakery', expect.stringMatching(/^All breads/), 'Image'])
  expect(await bubbles.locator('a').getAttribute('href')).toBe('https://bakery.example')
  expect(await page.locator('img').count()).toBe(0)
  await expectAccessible(page)
})

test('pictures of cards that do not load take no space', async () => {
  const items = [{ id: 'rye', imageUrl: missing, title: 'Rye', paths: [{ id: 'p', text: 'Choose' }] }]
  const page = await visit([{ id: 'breads', type: 'cards', items }])
  await page.getByRole('button', { name: 'Choose' }).waitFor()
  await expect.poll(() => page.locator('.card img').count()).toBe(0)
  expect((await page.locator('.card-text').boundingBox())!.height).toBeGreaterThan(0)
})

test('a choice of pictures that do not load shows titles, and values where there are none', async () => {
  const items = [
    { id: 'rye', pictureSrc: missing, title: 'Rye' },
    { id: 'spelt', pictureSrc: missing, value: 'Spelt' },
  ]
  const page = await visit([{ id: 'breads', type: 'picture choice input', items }])
  const pictures = page.locator('.picture')
  await expect.poll(() => pictures.allInnerTexts()).toEqual(['Rye', 'Spelt'])
  expect(await pictures.locator('img').count()).toBe(0)
})
