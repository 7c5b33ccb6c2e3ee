import { launchBrowser, openSignedIn } from './browser.js'
import { runService } from './running-service.js'

const service = await runService()
const browser = await launchBrowser()
const words = (id: string, text: string, outgoingEdgeId?: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...(outgoingEdgeId && { outgoingEdgeId }),
})
const group = (id: string, x: number, y: number, blocks: object[], more = {}) => ({
  id,
  title: id,
  graphCoordinates: { x, y },
  blocks,
  ...more,
})
const bot = {
  name: 'Three groups',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } },
    { id: 'e1', from: { blockId: 'b2' }, to: { groupId: 'Two' } },
  ],
  groups: [
    group('One', 240, 0, [words('b1', 'First'), words('b2', 'Second', 'e1')]),
    group('Two', 900, 0, [words('b3', 'Third'), words('b4', 'Fourth')]),
    group('Lone', 580, 420, [words('b5', 'Alone')]),
  ],
}
try {
  const botId = await service.make(bot)
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  page.on('console', (m) => console.log(m.text()))
  await page.locator('.group').first().waitFor()
  const box = (await page.locator('[data-group-id="Lone"] .group-head').boundingBox())!
  console.log(box, await page.locator('.react-flow__viewport').evaluate((it) => (it as HTMLElement).style.transform))

  const x = box.x + box.width / 2,
    y = box.y + 20
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 300, y + 80, { steps: 5 })
  for (let step = 300; step < 412; step += 8) {
    await page.mouse.move(x - step, y + 80)
    await page.waitForTimeout(60)
    console.log(
      step,
      await page.locator('.guide').count(),
      await page.locator('.react-flow__node[data-id="Lone"]').evaluate((it) => (it as HTMLElement).style.transform),
    )
  }
  await page.screenshot({ path: '/tmp/c3-a.png' })
} finally {
  await browser.close()
  await service.close()
}
