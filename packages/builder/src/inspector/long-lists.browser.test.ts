import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
const count = 200

const blocks = {
  'Answer {n}': {
    id: 'b',
    type: 'choice input',
    items: Array.from({ length: count }, (_, index) => ({ id: `i${index}`, content: `Answer ${index + 1}` })),
  },
  'Branch {n}, if': {
    id: 'b',
    type: 'Condition',
    items: Array.from({ length: count }, (_, index) => ({
      id: `i${index}`,
      content: { logicalOperator: 'AND', comparisons: [{ id: `c${index}` }] },
    })),
  },
}

it.each(Object.entries(blocks))(
  `a form with ${count} rows such as "%s" renders them in pieces, and all of them soon`,
  async (row, block) => {
    const id = await tests.service.make({
      name: 'Many rows',
      events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
      edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
      groups: [group('g', [block], { x: 300 })],
    })
    const page = await openSignedIn(tests.browser, tests.service, '/')
    await page.evaluate(() => {
      const pieces: number[] = []
      Object.assign(window, { pieces })
      new MutationObserver((records) => {
        const added = records.flatMap((record) => [...record.addedNodes]).filter((node) => node instanceof Element)
        const selector = '.side .item, .side fieldset.part:has(legend)'
        const rows = added.flatMap((node) => [
          ...(node.matches(selector) ? [node] : []),
          ...node.querySelectorAll(selector),
        ])
        pieces.push(new Set(rows).size)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.locator('.bot-card').first().waitFor()
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/bots/${id}#/g/b`)
    const labelOf = (n: number) => row.replace('{n}', String(n))
    const last = page.locator('.side').getByText(labelOf(count), { exact: true }).last()
    await last.waitFor({ state: 'attached' })
    const pieces = await page.evaluate(() => (window as unknown as { pieces: number[] }).pieces)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(30)
    expect(page.problems).toEqual([])
    await page.leave()
  },
)

it('an answer that is added while the list is still growing can be typed at once', async () => {
  const id = await tests.service.make({
    name: 'Many answers',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
    groups: [group('g', [blocks['Answer {n}']], { x: 300 })],
  })
  const page = await openSignedIn(tests.browser, tests.service, '/')
  await page.locator('.bot-card').first().waitFor()
  await page.goto(`${tests.service.url}/bots/${id}#/g/b`)
  await page.getByRole('button', { name: 'Add an answer' }).dispatchEvent('click')
  await page.keyboard.type('One more')
  await expect
    .poll(async () => (await tests.service.call('GET', `bots/${id}`)).bot.groups[0].blocks[0].items.at(-1).content)
    .toBe('One more')
  await page.leave()
})
