import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { repeats, says } from '../testing/flow-of.js'
import { bubble, visiting } from '../testing/visit.js'

/** Scripts of integrations, in a page of another site with stubs of what they load. */
const tests = visiting()

async function embedded(blocks: Parameters<typeof tests.bot>[0], stubs: Record<string, string>): Promise<Page> {
  const { publicId } = await tests.bot(blocks)
  const page = await tests.page()
  for (const [url, body] of Object.entries(stubs)) {
    await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
  const script = `<script type="module" src="${tests.service.url}/widget.js"></script>`
  const chat = `<div style="height:600px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`
  await page.goto(tests.service.page(`${script}${chat}`))
  return page
}

/** Calls the page makes are kept in \`window.calls\`; the calendar is a button that fires the events of a booking. */
const calendar = (events: readonly (readonly [string, object])[]) => `
window.calls = []
const handle = (call) => {
  const [method, options] = call
  window.calls.push([method, method === 'inline' ? { ...options, elementOrSelector: undefined } : options])
  if (method === 'inline') {
    const button = document.createElement('button')
    button.textContent = 'Book 10:00'
    button.onclick = () => {
      for (const [event, data] of ${JSON.stringify(events)}) window.listeners[event]({ detail: { data } })
    }
    options.elementOrSelector.append(button)
  }
  if (method === 'on') (window.listeners ??= {})[options.action] = options.callback
}
window.Cal.q.forEach(handle)
window.Cal.q.push = (call) => handle(call)`

const booking = {
  id: 'book',
  type: 'cal-com',
  options: {
    action: 'Book event',
    link: 'https://cal.com/ada/15min',
    layout: 'Weekly',
    name: 'Ada',
    email: 'ada@example.com',
    additionalNotes: 'Bring "it"',
    phone: '+49 30 1',
    anyPrefilledInformations: [{ questionId: 'company', value: 'Acme' }],
    saveBookedDateInVariableId: 'answer',
  },
}

const older = ['bookingSuccessful', { date: '2026-02-01T10:00:00.000Z' }] as const
const newer = ['bookingSuccessfulV2', { uid: 'b1', startTime: '2026-02-01T10:00:00.000Z' }] as const

test.each([
  ['bookingSuccessful', [older]],
  ['bookingSuccessfulV2', [newer]],
  ['the first of both', [newer, ['bookingSuccessful', { date: '2026-02-02T10:00:00.000Z' }]]],
  ['the one of both that has a date', [['bookingSuccessfulV2', { uid: 'b1' }], older]],
] as const)('a Cal.com calendar receives its settings, and %s continues the chat with the date', async (_, events) => {
  const page = await embedded([booking, repeats()], { 'https://app.cal.com/embed/embed.js': calendar(events) })
  await page.getByRole('button', { name: 'Book 10:00' }).click()
  await bubble(page, 'You said: 2026-02-01T10:00:00.000Z').waitFor()
  expect(await page.evaluate('window.calls.slice(0, 3)')).toEqual([
    ['init', { origin: 'https://app.cal.com' }],
    [
      'inline',
      {
        calLink: 'ada/15min',
        layout: 'week_view',
        config: {
          layout: 'week_view',
          name: 'Ada',
          email: 'ada@example.com',
          notes: 'Bring "it"',
          company: 'Acme',
          location: JSON.stringify({ value: 'phone', optionValue: '+49 30 1' }),
        },
      },
    ],
    ['ui', { hideEventTypeDetails: false, layout: 'week_view' }],
  ])
})

test('the window of Zendesk opens once per page, for an anonymous visitor', async () => {
  const open = (id: string) => ({ id, type: 'zendesk', options: { action: 'Open Web Widget', webWidgetKey: 'a&b' } })
  const snippet = 'window.opened = []; window.zE = (...call) => window.opened.push(call.slice(0, 2).join(" "))'
  const page = await embedded([open('z1'), open('z2'), says('Somebody will be there')], {
    'https://static.zdassets.com/ekr/snippet.js?key=a%26b': snippet,
  })
  await bubble(page, 'Somebody will be there').waitFor()
  await expect.poll(() => page.evaluate('window.opened')).toEqual(['messenger open', 'messenger open'])
  await expect.poll(() => page.locator('#ze-snippet').count()).toBe(1)
})

test('the window of Zendesk signs a visitor in by the token that the service made, and opens', async () => {
  const { service } = tests
  const data = { conversationsKeyId: 'key-1', conversationsSecretKey: 'planted-zendesk-signing-key' }
  const credentials = { type: 'zendesk', name: 'Zendesk', data }
  const { credentialsId } = await service.call('/v1/credentials', { workspaceId: service.workspaceId, credentials })
  const options = { action: 'Open Web Widget', webWidgetKey: 'k', credentialsId, userId: 'u1', name: 'Ada' }
  const snippet = `
    window.called = []
    window.zE = (area, method, more) => {
      window.called.push(area + ' ' + method)
      more?.((token) => { window.claims = JSON.parse(atob(token.split('.')[1])) })
    }`
  const page = await embedded([{ id: 'z', type: 'zendesk', options }, says('Somebody will be there')], {
    'https://static.zdassets.com/ekr/snippet.js?key=k': snippet,
  })
  await expect.poll(() => page.evaluate('window.called')).toEqual(['messenger loginUser', 'messenger open'])
  expect(await page.evaluate('window.claims')).toMatchObject({ scope: 'user', external_id: 'u1', name: 'Ada' })
})

test('a pixel is started once, and a custom event is sent once and under its name only', async () => {
  const pixel = (id: string, more: object) => ({ id, type: 'Pixel', options: { pixelId: 'P1', ...more } })
  const params = [{ id: 'p', key: 'value', value: '12.5' }]
  const blocks = [
    pixel('a', { eventType: 'Custom', name: 'Signed "up"', params }),
    pixel('b', { eventType: 'Lead' }),
    says('Thanks'),
  ]
  const events = `
    window.tracked = window.fbq.queue.map((call) => [...call])
    window.fbq.callMethod = (...call) => window.tracked.push(call)`
  const page = await embedded(blocks, { 'https://connect.facebook.net/en_US/fbevents.js': events })
  await bubble(page, 'Thanks').waitFor()
  await expect
    .poll(() => page.evaluate('window.tracked'))
    .toEqual([
      ['init', 'P1'],
      ['trackSingle', 'P1', 'PageView'],
      ['trackSingleCustom', 'P1', 'Signed "up"', { value: 12.5 }],
      ['trackSingle', 'P1', 'Lead', {}],
    ])
})

test('the window of Chatwoot opens with the visitor, whose values may hold quotes, in place of the bot', async () => {
  const name = 'Ada "O\'Neil" </script>`'
  const user = { id: 'u1', email: 'ada@example.com', name }
  const sdk = `
    window.told = []
    const tell = (method) => (...given) => window.told.push([method, ...given])
    window.chatwootSDK = {
      run(options) {
        window.told.push(['run', options])
        window.$chatwoot = Object.fromEntries(
          ['setUser', 'setCustomAttributes', 'toggleBubbleVisibility', 'toggle'].map((method) => [method, tell(method)]))
        window.dispatchEvent(new Event('chatwoot:ready'))
      },
    }`
  const page = await embedded([{ id: 'c', type: 'Chatwoot', options: { websiteToken: 'w"1', user } }], {
    'https://app.chatwoot.com/packs/js/sdk.js': sdk,
  })
  await expect
    .poll(() => page.evaluate('window.told'))
    .toEqual([
      ['run', { websiteToken: 'w"1', baseUrl: 'https://app.chatwoot.com' }],
      ['setUser', 'u1', { email: 'ada@example.com', name }],
      ['setCustomAttributes', { result_id: expect.any(String) }],
      ['toggleBubbleVisibility', 'show'],
      ['toggle', 'open'],
    ])
})
