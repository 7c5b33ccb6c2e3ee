import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let isFailing = false
let service: TestService
beforeAll(async () => {
  service = await testService(
    { LOG_LEVEL: 'silent' },
    {
      wrap: (storage) => ({
        ...storage,
        conversations: {
          ...storage.conversations,
          rate: (...values) =>
            isFailing ? Promise.reject(new Error('The disk is full')) : storage.conversations.rate(...values),
        },
      }),
    },
  )
})
afterAll(() => service.close())

test('a rating that the page without scripts cannot store is kept in its form, which says so, and can be sent again', async () => {
  await service.publish(askingBot('rated', 2, { general: { rememberUser: { isEnabled: true } } }))
  const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'accept-language': 'en' }
  const first = await service.app.inject({ url: '/c/rated', headers: browser })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const sessionId = /=([a-z0-9]+)\./.exec(cookie)?.[1] ?? ''
  const conversation = `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}`
  await service.call('POST', `${conversation}/take`)
  await service.call('PATCH', conversation, { state: 'resolved' })
  const { body: page } = await service.app.inject({ url: '/c/rated', headers: { ...browser, cookie } })
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  const fields = {
    turn: hidden('turn'),
    said: hidden('said'),
    key: hidden('key'),
    rating: '4',
    comment: 'Quick & kind',
  }
  const send = () =>
    service.app.inject({
      method: 'POST',
      url: '/c/rated',
      headers: { ...browser, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  isFailing = true
  const unsent = await send()
  expect(unsent.statusCode).toBe(503)
  expect(unsent.body).toContain('Your rating could not be sent. Please try again.')
  expect(unsent.body).toContain('Quick &amp; kind</textarea>')
  expect(/<input[^>]*value="4"[^>]*>/.exec(unsent.body)?.[0]).toContain('checked')
  isFailing = false
  expect((await send()).statusCode).toBe(303)
  expect((await service.call('GET', conversation)).body.conversation).toMatchObject({
    rating: 4,
    ratingComment: 'Quick & kind',
  })
})
