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

  const mid = async (sel: string) => {
    const b = (await page.locator(sel).boundingBox())!
    return { x: b.x + b.width / 2, y: b.y + b.height / 2 }
  }
  const drag = async (sel: string, to: { x: number; y: number }) => {
    const { x, y } = await mid(sel)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.move(to.x + 1, to.y)
    await page.screenshot({ path: '/tmp/c3-a.png' })
    await page.mouse.up()
  }
  const port = await mid('[data-block-id="b2"] .port.out'),
    entry = await mid('[data-group-id="Two"] > .port.in')
  await drag('[data-group-id="Lone"] .group-head', { x: (port.x + entry.x) / 2, y: (port.y + entry.y) / 2 })
  await page.waitForTimeout(1000)
  console.log('edges', await page.locator('.react-flow__edge').count())
  await page.keyboard.press('Control+z')
  await page.waitForTimeout(1000)
  await page.keyboard.press('Escape')
  await page.keyboard.down('Alt')
  await drag('[data-group-id="Lone"] .group-head', { x: 700, y: 880 })
  await page.keyboard.up('Alt')
  await page.waitForTimeout(1000)
  await page.screenshot({ path: '/tmp/c3-b.png' })
  console.log('groups', await page.locator('.group').count())
} finally {
  await browser.close()
  await service.close()
}
