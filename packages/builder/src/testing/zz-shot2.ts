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
    group('Two', 700, 0, [words('b3', 'Third'), words('b4', 'Fourth')], { isCollapsed: true }),
    group('Lone', 480, 320, [words('b5', 'Alone')]),
  ],
}
try {
  const botId = await service.make(bot)
  const { comment } = await service.call('POST', `bots/${botId}/comments`, {
    groupId: 'One',
    blockId: 'b2',
    text: 'Should we say this so early? I would ask for the name first, and only then tell what it costs.',
  })
  await service.call('POST', `bots/${botId}/comments`, { groupId: 'One', threadId: comment.id, text: 'Yes, please.' })
  await service.call('POST', `bots/${botId}/comments`, { groupId: 'Two', blockId: 'b3', text: 'Hidden here.' })
  await service.call('POST', `bots/${botId}/comments`, { groupId: 'Lone', text: 'Nothing leads here.' })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openSignedIn(browser, service, `/bots/${botId}`, {
      colorScheme,
      viewport: { width: 1500, height: 850 },
    })
    await page.locator('.comment-mark').first().waitFor()
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    await page.getByLabel('2 comments on a block of One').click()
    await page.locator('.thread').first().waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/c3-${colorScheme}.png` })
  }
} finally {
  await browser.close()
  await service.close()
}
