import { type EnginePage, engines } from '@colloquy/test-kit/other-engines'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningService, runService } from './testing/running-service.js'

/** Behaviour in which Firefox and WebKit differ from Chromium, in which all other tests of pages run. */

let service: RunningService
beforeAll(async () => {
  service = await runService()
  await service.publish(bot('questions', questions, { typingEmulation: { enabled: false } }))
  await service.publish(bot('dates', [{ id: 'date', type: 'date input' }], {}))
})
afterAll(() => service.close())

const text = (id: string, content: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: content }] }] },
})
const questions = Array.from({ length: 9 }, (_, index) => [
  text(`q${index}`, `Question ${index}. ${'Please take your time and tell us as much as you like. '.repeat(3)}`),
  { id: `i${index}`, type: 'text input' },
]).flat()

function bot(publicId: string, blocks: object[], settings: object) {
  return {
    name: publicId,
    publicId,
    settings,
    groups: [{ id: 'g1', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks }],
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e0', graphCoordinates: { x: -300, y: 0 } }],
    edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
  }
}

/** Statements that define `find`, which looks into shadow roots, too. */
const find = `
  const find = (selector, root = document) => {
    const found = root.querySelector(selector)
    if (found) return found
    for (const element of root.querySelectorAll('*')) {
      const inner = element.shadowRoot && find(selector, element.shadowRoot)
      if (inner) return inner
    }
    return null
  }
`

describe.each(Object.entries(engines))('in %s', (_, openEngine) => {
  let page: EnginePage
  beforeAll(async () => {
    page = await openEngine()
  })
  afterAll(() => page?.close())

  const isTrue = (statements: string) =>
    vi.waitFor(async () => expect(await page.run(`${find} ${statements}`), statements).toBe(true), { timeout: 20_000 })

  test('the next question stays in view after each reply, even if the bot does not appear to type', async () => {
    await page.open(`${service.url}/c/questions`)
    for (let reply = 0; reply < 6; reply++) {
      await isTrue(`return find('.place:not(.drawn) .scroller')?.textContent.includes('Question ${reply}.')`)
      await isTrue(
        `const field = find('.composer :is(textarea, input)'); field?.focus(); return field?.matches(':focus')`,
      )
      await isTrue(`return find('.composer').getBoundingClientRect().bottom <= innerHeight + 1`)
      await page.type('An answer')
      await page.press('Enter')
    }
  })

  test('an empty date field does not look as if a date were chosen', async () => {
    await page.open(`${service.url}/c/dates`)
    await vi.waitFor(async () => {
      const look = await page.run<{ value: string; color: string; others: string }>(`${find}
        const input = find('.date-field input')
        const others = getComputedStyle(input.parentElement).color
        return { value: input.value, color: getComputedStyle(input).color, others }`)
      expect(look.value).toBe('')
      expect(look.color).not.toBe(look.others)
    })
  })
})
