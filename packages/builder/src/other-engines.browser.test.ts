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

  /** Opens the form of the only message of a new bot, beside the canvas. */
  const openMessage = async () => {
    const botId = await service.make({
      name: 'A message',
      events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
      edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } }],
      groups: [group('One', [words('b1', 'First')], { x: 240 })],
    })
    await page.open(`${service.url}/#token=${service.token}`)
    await isTrue(`return document.querySelector('.bot-card') !== null`)
    await page.open(`${service.url}/bots/${botId}#/One/b1`)
  }

  test('undo takes back what was typed into a message, and redo types it again', async () => {
    await openMessage()
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

  test('a pinch on a trackpad zooms the canvas below the fingers, as Safari reports it and as others do', async () => {
    await openMessage()
    await isTrue(`return document.querySelector('.react-flow__node-group') !== null`)
    await isTrue(
      `return document.querySelector('.react-flow__node-group').checkVisibility({ visibilityProperty: true })`,
    )
    await page.run(`
      window.zoomOf = () => Number(/scale\\(([\\d.]+)\\)/.exec(document.querySelector('.react-flow__viewport').style.transform)[1])
      window.atOf = () => Math.round(document.querySelector('.react-flow__node-group').getBoundingClientRect().left)
      window.send = (kind, more) => {
        const frame = document.querySelector('.react-flow__pane')
        const { left, top } = document.querySelector('.react-flow__node-group').getBoundingClientRect()
        const at = { clientX: left, clientY: top }
        const options = { bubbles: true, cancelable: true }
        const event = kind === 'wheel' ? new WheelEvent(kind, { ...options, ...at, ...more }) : Object.assign(new Event(kind, options), at, more)
        return !frame.dispatchEvent(event)
      }
      // Returns whether a pinch was handled, changed the zoom by the factor, and left the group where it was.
      window.pinchBy = async (factor, sendAll) => {
        const before = { zoom: zoomOf(), at: atOf() }
        const isHandled = sendAll()
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const isZoomed = factor ? Math.abs(zoomOf() / before.zoom - factor) < 0.01 : zoomOf() !== before.zoom
        return isHandled && isZoomed && Math.abs(atOf() - before.at) <= 1
      }
      return true`)
    // The view moves to the open block at first: each is tried until it rests.
    await isTrue(`
      const scale = zoomOf() > 0.6 ? 0.5 : 2
      return pinchBy(scale, () => send('gesturestart', { scale: 1 }) && send('gesturechange', { scale }))`)
    await isTrue(`
      const deltaY = zoomOf() > 0.6 ? 3 : -3
      return pinchBy(undefined, () => send('wheel', { deltaY, deltaMode: 1, ctrlKey: true }))`)
  })
})
