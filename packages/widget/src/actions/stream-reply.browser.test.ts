import { expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { begunByWidget, bubble, visiting } from '../testing/visit.js'

const tests = visiting({ program: 'generating', env: { COLLOQUY_COMPAT: 'off' } })

/** A bot that streams a text after its first message, and an instance that answers only at the second request for it. */
async function openStreaming() {
  const { publicId } = await tests.bot([says('Ask me'), asks('text input'), repeats(), asks('number input')])
  const page = await tests.page(begunByWidget)
  await page.route('**/startChat', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const clientSideActions = [
      { type: 'stream', stream: true, expectsDedicatedReply: true, lastBubbleBlockId: 'says-ask-me' },
    ]
    return route.fulfill({ response, json: { ...body, input: undefined, clientSideActions } })
  })
  await page.goto(`${tests.service.url}/c/${publicId}`)
  return page
}

test('a generated text is shown while it is written, can be requested again, and is then sent to the flow', async () => {
  const page = await openStreaming()
  await page.getByRole('button', { name: 'Try again' }).click()
  const streamed = page.locator('.bubble.host').nth(1)
  await expect.poll(async () => (await streamed.innerText()).trim()).toBe('Hello you.')
  await fetch(`${tests.service.url}/testing/go-on`, { method: 'POST' })
  await bubble(page, 'You said: Hello').waitFor()
  await expect.poll(() => streamed.locator('strong').innerText()).toBe('you')
  await expect.poll(() => streamed.locator('li').allInnerTexts()).toEqual(['one', 'two <b>'])
})

test('the messages of a turn, then each part of a generated text without its marks, then the next turn are announced in their order', async () => {
  const page = await openStreaming()
  const announced = page.locator('.sr[role=status] p')
  await expect.poll(() => announced.allTextContents()).toEqual(['Ask me'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await bubble(page, 'Hello').waitFor()
  await fetch(`${tests.service.url}/testing/go-on`, { method: 'POST' })
  await bubble(page, 'You said: Hello').waitFor()
  await expect.poll(async () => (await announced.allTextContents()).at(-1)).toContain('You said: Hello')
  const [first, ...others] = await announced.allTextContents()
  expect(first).toBe('Ask me')
  expect(others.slice(0, -1).join('')).toMatch(/^Hello you\.\s+one\s+two <b>\s*$/)
})
