import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const open = async (url: string, headers: Record<string, string> = {}) => {
  const sent = { accept: 'text/html,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 Firefox/140.0', ...headers }
  const { statusCode, headers: answered, body } = await service.app.inject({ url, headers: sent })
  return { status: statusCode, type: answered['content-type'], policy: answered['content-security-policy'], body }
}
const withoutNonce = (page: { body: string; policy: unknown }) => {
  const nonce = /nonce-([^']+)/.exec(String(page.policy))?.[1] as string
  return JSON.stringify(page).replaceAll(nonce, '')
}

test('an unknown, an unpublished and an archived bot get the same page, with a status of 404', async () => {
  const archived = await service.publish(askingBot('archived-bot'))
  await service.call('POST', `/api/v1/bots/${archived}/archive`)
  const unpublished = await service.publish(askingBot('unpublished-bot'))
  await service.call('POST', `/api/v1/bots/${unpublished}/unpublish`)
  const unknown = await open('/c/unknown-bot')
  expect(unknown).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' })
  expect(unknown.body).toContain('>There is nothing at this address</h1>')
  expect(unknown.body).toContain('prefers-color-scheme:dark')
  expect(withoutNonce(await open('/c/archived-bot'))).toBe(withoutNonce(unknown))
  expect(withoutNonce(await open('/c/unpublished-bot'))).toBe(withoutNonce(unknown))
})

test.each([
  ['en', 'There is nothing at this address'],
  ['de', 'Unter dieser Adresse gibt es nichts'],
  ['fr', 'Il n’y a rien à cette adresse'],
  ['es', 'No hay nada en esta dirección'],
  ['pt', 'Não há nada neste endereço'],
  ['it', 'A questo indirizzo non c’è nulla'],
  ['ar', 'لا يوجد شيء في هذا العنوان'],
])('an error page speaks the language of the visitor: %s', async (language, heading) => {
  const { body } = await open('/c/unknown-bot', { 'accept-language': language })
  expect(body).toContain(`<html lang="${language}"`)
  expect(body).toContain(`>${heading}</h1>`)
})

test('a closed bot shows the text of its author, or a default one, on a page in its theme', async () => {
  const theme = { general: { background: { type: 'Color', content: '#123456' } } }
  const settings = { general: { systemMessages: { botClosed: 'Back on Monday <b>!' } } }
  const close = async (bot: object) =>
    service.call('PATCH', `/api/v1/bots/${await service.publish(bot)}`, { bot: { isClosed: true } })
  await close({ ...askingBot('closed-bot'), theme, settings })
  await close(askingBot('silent-closed-bot'))
  const page = await open('/c/closed-bot')
  expect(page.status).toBe(200)
  expect(page.body).toContain('>Back on Monday &lt;b>!</h1>')
  expect(page.body).toContain('--colloquy-background:rgb(18 52 86)')
  const silent = await open('/c/silent-closed-bot', { 'accept-language': 'de' })
  expect(silent.body).toContain('>Dieser Chat ist geschlossen</h1>')
})

test('an unknown path answers browsers with a page, and API clients with JSON', async () => {
  expect(await open('/nowhere')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' })
  for (const [url, accept] of [
    ['/nowhere', '*/*'],
    ['/nowhere', 'application/json'],
    ['/api/v1/nowhere', 'text/html'],
  ] as const) {
    const { status, type, body } = await open(url, { accept })
    expect([status, type]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body).code).toBe('not_found')
  }
})
