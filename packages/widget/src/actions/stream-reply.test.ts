import { expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { begunByWidget, bubble, visiting } from '../testing/visit.js'

const tests = visiting({ program: 'generating', env: { COLLOQUY_COMPAT: 'off' } })

test('a generated text is shown while it is written, can be requested again, and is then sent to the flow', async () => {
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
  await page.getByRole('button', { name: 'Try again' }).click()
  const streamed = page.locator('.bubble.host').nth(1)
  await expect.poll(async () => (await streamed.innerText()).trim()).toBe('Hello you.')
  await fetch(`${tests.service.url}/testing/go-on`, { method: 'POST' })
  await bubble(page, 'You said: Hello').waitFor()
  await expect.poll(() => streamed.locator('strong').innerText()).toBe('you')
  await expect.poll(() => streamed.locator('li').allInnerTexts()).toEqual(['one', 'two <b>'])
})
