import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

it('completes the name of a variable that is typed behind two braces', async () => {
  const botId = await tests.service.make({
    name: 'Completed',
    variables: ['Name', 'Email', 'Nickname'].map((name) => ({ id: name, name })),
    edges: [],
    groups: [
      {
        id: 'one',
        title: 'One',
        graphCoordinates: { x: 0, y: 0 },
        blocks: [{ id: 'picture', type: 'image', content: {} }],
      },
    ],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="picture"] .block-head').click()
  const field = page.locator('[data-form="picture"] input.text').first()
  await field.click()
  await page.keyboard.type('https://example.com/{{na')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Name', 'Nickname'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('https://example.com/{{Nickname}}')
  await page.keyboard.type('.png')
  await expect.poll(() => field.inputValue()).toBe('https://example.com/{{Nickname}}.png')
  await page.keyboard.type('{{')
  await page.getByRole('option', { name: 'Email' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.context().close()
})
