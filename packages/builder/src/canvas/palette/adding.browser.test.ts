import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { chatOf } from '../../testing/previewing.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

async function open(flow: object) {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.event').waitFor()
  return { botId, page }
}
const draftOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot

it('offers on an empty canvas how to begin, also from a template, which is an edit like others', async () => {
  const { botId, page } = await open({ name: 'Empty' })
  const steps = page.getByRole('region', { name: 'How does the chat begin?' })
  await steps.getByRole('button', { name: 'With a message' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(1)
  await expect.poll(() => steps.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo: Add block' }).click()
  await steps.getByRole('button', { name: 'From a template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Appointment request' }).click()
  await page.getByRole('img', { name: 'Groups of Appointment request: 5 groups' }).waitFor()
  await page.getByRole('button', { name: 'Use template' }).click()
  await expect.poll(async () => (await draftOf(botId)).groups.length).toBe(5)
  await page.getByRole('button', { name: 'Undo: Use Appointment request' }).click()
  await expect.poll(async () => (await draftOf(botId)).groups.length).toBe(0)
  expect((await draftOf(botId)).variables).toEqual([])
  await steps.waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('lets the flow begin with the first block that is pressed, and puts what has no place onto nothing', async () => {
  const { botId, page } = await open({ name: 'Pressed' })
  const press = (type: string) => page.locator(`.palette-block[data-type="${type}"]`).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('The start leads nowhere, so this chat says nothing.').waitFor()
  await press('text')
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('Good day')
  await page.getByRole('button', { name: 'Restart' }).click()
  await chatOf(page).getByText('Good day').waitFor()
  await expect.poll(() => page.getByText('The start leads nowhere').count()).toBe(0)
  await press('choice input')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await press('number input')
  await expect.poll(async () => (await draftOf(botId)).groups.length).toBe(2)
  await page.getByRole('button', { name: 'Show the whole flow' }).click()
  await page.locator('.react-flow__node-group').nth(1).waitFor()
  const { groups, edges } = await draftOf(botId)
  expect(groups.map(({ blocks }: { blocks: object[] }) => blocks.length)).toEqual([2, 1])
  expect(edges).toHaveLength(2)
  const boxes = await page
    .locator('.react-flow__node-group')
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))
  const [one, two] = boxes as [DOMRect, DOMRect]
  expect(one.right <= two.left || two.right <= one.left || one.bottom <= two.top || two.bottom <= one.top).toBe(true)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('gives the form of a pressed block what is typed next, and takes none of it for a command', async () => {
  const { botId, page } = await open({ name: 'Typed' })
  await page.locator('.palette-block[data-type="text"]').click()
  await page.keyboard.press('n')
  await page.locator('.rich-text[contenteditable="true"]:focus, .rich-text :focus').waitFor()
  await page.keyboard.type('Hi there')
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  const textOf = ({ groups }: { groups: { blocks: object[] }[] }) => JSON.stringify(groups[0]?.blocks)
  await expect.poll(async () => textOf(await draftOf(botId))).toContain('Hi there')
  const { groups } = await draftOf(botId)
  expect(groups).toHaveLength(1)
  expect(groups[0].blocks).toHaveLength(1)
  await page.leave()
})

it('scrolls the selected block into view, also if its form covers part of the canvas', async () => {
  const botId = await tests.service.make({ name: 'Narrow' })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1280, height: 720 },
  })
  await page.locator('.palette-block[data-type="text"]').click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const beyond = () =>
    page.evaluate(() => {
      const group = document.querySelector('.react-flow__node-group')?.getBoundingClientRect()
      const canvas = document.querySelector('.canvas')!.getBoundingClientRect()
      return group ? Math.max(0, group.right - canvas.right, canvas.left - group.left) : 'not drawn'
    })
  await expect.poll(beyond).toBe(0)
  for (let count = 0; count < 14; count++) await page.locator('.palette-block[data-type="number input"]').click()
  const isBelow = () =>
    page.evaluate(() => {
      const block = document.querySelector('[data-block-id][data-selected="true"]')
      return block ? block.getBoundingClientRect().bottom > window.innerHeight : 'not drawn'
    })
  await expect.poll(isBelow).toBe(false)
  expect(page.problems).toEqual([])
  await page.leave()
})
