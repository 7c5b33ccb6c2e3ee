import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { focusedName } from '../testing/keyboard.js'
import { chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Asks for a name',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
  groups: [
    {
      id: 'g',
      title: 'Name',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Your name?' }] }] } },
        { id: 'i', type: 'text input', options: { labels: { placeholder: 'Name' } } },
      ],
    },
  ],
}

async function open() {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.group').waitFor()
  return page
}

const press = {
  'the button': (page) => page.getByRole('banner').getByRole('button', { name: 'Preview', exact: true }).click(),
  'the tab': (page) => page.getByRole('button', { name: 'Preview panel' }).click(),
  'the key P': (page) => page.keyboard.press('p'),
} satisfies Record<string, (page: Awaited<ReturnType<typeof open>>) => Promise<unknown>>

it.each(Object.entries(press))(
  'gives what is typed to the first question of a preview opened by %s, and runs no command of the canvas',
  async (_, openPreview) => {
    const page = await open()
    await openPreview(page)
    await expect.poll(() => focusedName(page)).toBe('Name')
    await page.keyboard.type('Pop')
    await page.keyboard.press('Enter')
    await chatOf(page).getByText('Pop', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Outline' }).count()).toBe(0)
    expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(1)
    expect(page.problems).toEqual([])
    await page.leave()
  },
)

it('runs no command of the canvas for letters that are typed while the preview opens', async () => {
  const page = await open()
  await page.keyboard.press('p')
  await page.keyboard.type('opopn')
  await expect.poll(() => focusedName(page)).toBe('Name')
  expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(1)
  expect(await page.locator('.outline, .note').count()).toBe(0)
  await page.leave()
})

it('focuses the first question again after a restart, and gives the keys back at Escape and at a click on the canvas', async () => {
  const page = await open()
  await page.keyboard.press('p')
  await expect.poll(() => focusedName(page)).toBe('Name')
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => focusedName(page)).toBe('Name')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await page.locator('.outline').waitFor()
  await page.keyboard.press('o')
  await page.locator('.outline').waitFor({ state: 'detached' })
  await page.locator('.preview-behind').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('o')
  expect(await page.locator('.outline').count()).toBe(0)
  await page.locator('.react-flow__pane').click({ position: { x: 600, y: 700 } })
  await page.keyboard.press('o')
  await page.locator('.outline').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
