import { type EnginePage, engines } from '@colloquy/test-kit/other-engines'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { group, words } from './testing/flow-parts.js'
import { type RunningService, runService } from './testing/running-service.js'

/** Behaviour in which Firefox and WebKit differ from Chromium, in which all other tests of pages run. */

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service?.close())

describe.each(Object.entries(engines))('in %s', (_, openEngine) => {
  let page: EnginePage
  beforeAll(async () => {
    page = await openEngine()
  })
  afterAll(() => page?.close())

  const isTrue = (statements: string) =>
    vi.waitFor(async () => expect(await page.run(statements), statements).toBe(true), { timeout: 20_000 })
  const isText = (text: string) =>
    vi.waitFor(
      async () =>
        expect(await page.run(`return document.querySelector('.rich-text-area')?.innerText.trim()`)).toBe(text),
      { timeout: 20_000 },
    )

  test('undo takes back what was typed into a message, and redo types it again', async () => {
    const botId = await service.make({
      name: 'A message',
      events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
      edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } }],
      groups: [group('One', [words('b1', 'First')], { x: 240 })],
    })
    await page.open(`${service.url}/#token=${service.token}`)
    await isTrue(`return document.querySelector('.bot-card') !== null`)
    await page.open(`${service.url}/bots/${botId}#/One/b1`)
    await isTrue(`return document.querySelector('.rich-text-area') !== null`)
    await page.run(`
      const field = document.querySelector('.rich-text-area')
      field.focus()
      getSelection().selectAllChildren(field)
      getSelection().collapseToEnd()
      return true`)
    await page.type(' abc')
    await isText('First abc')
    await page.pressWithControl('z')
    await isText('First')
    await page.pressWithControl('Z')
    await isText('First abc')
  })
})
