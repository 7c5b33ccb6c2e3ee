import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const remembering = { general: { rememberUser: { isEnabled: true } } }
const logged: string[] = []
let now = Date.now()
let service: TestService
beforeAll(async () => {
  const limits = { hostedPageTurns: 5, hostedPageBytes: 5_000, transcriptBytes: 5_000, pagesPerMinute: 20 }
  service = await testService(
    { COLLOQUY_RATE_LIMIT: 'on', COLLOQUY_LIMITS: JSON.stringify(limits), LOG_LEVEL: 'error' },
    { clock: () => now, logTarget: { write: (line) => void logged.push(line) } },
  )
  await service.publish(askingBot('signed', 2, remembering))
})
afterAll(() => service.close())
const { say } = chatClient(() => service)

const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'accept-language': 'en' }
const get = (publicId: string, cookie = '') => {
  now += 60_000
  return service.app.inject({ url: `/c/${publicId}`, headers: { ...browser, ...(cookie && { cookie }) } })
}
const cookieOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
const sessionIn = (cookie: string) => /=([a-z0-9]+)\./.exec(cookie)?.[1] ?? ''

test('the hosted page renders the latest turns within its limits, and says that earlier ones are not shown', async () => {
  const botId = await service.publish(askingBot('long', 40, remembering))
  const first = await get('long')
  expect(first.body).not.toContain('Earlier messages')
  const cookie = cookieOf(first)
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await say(sessionIn(cookie), `reply ${number}`)
  const many = await get('long', cookie)
  expect(many.body).toContain('Earlier messages are not shown.')
  expect(many.body).toContain('>reply 9<')
  expect(many.body).not.toContain('reply 5')
  const [, record] = /id="colloquy-record">(.*)<\/script>/.exec(many.body) ?? []
  expect(JSON.parse(record as string)).toMatchObject({ turn: 10, earlier: 'Earlier messages are not shown.' })
  for (const number of [10, 11]) await say(sessionIn(cookie), `reply ${number} ${'x'.repeat(4_500)}`)
  const large = await get('long', cookie)
  expect(large.body).toContain('Earlier messages are not shown.')
  expect(large.body).not.toContain('reply 10')
  const resultId = (await service.storage.sessions.get(sessionIn(cookie)))?.resultId
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/transcript`)
  expect(body).toMatchObject({ hasEarlier: true, transcript: [{ text: expect.stringContaining('reply 11') }] })
})

test('the hosted page takes a chat cookie only with the signature of the service, for its own bot', async () => {
  const other = await service.publish(askingBot('other', 2, remembering))
  const cookie = cookieOf(await get('signed'))
  const sessionId = sessionIn(cookie)
  expect(cookieOf(await get('signed', cookie))).toBe('')
  const stolen = sessionIn(cookieOf(await get('signed')))
  const unsigned = cookie.split('.').slice(0, -1).join('.')
  const name = cookie.split('=')[0]
  for (const forged of [
    unsigned,
    cookie.replace(sessionId, stolen),
    cookie.replace('..', '.aaaaaaaaaaaaaaaaaaaaaaaa.'),
    `${cookie.slice(0, -1)}${cookie.endsWith('a') ? 'b' : 'a'}`,
  ]) {
    const answered = cookieOf(await get('signed', forged))
    expect([answered.split('=')[0], sessionIn(answered) === stolen]).toEqual([name, false])
  }
  const elsewhere = cookieOf(await get('other', cookie.replace(String(name), `colloquy-chat-${other}`)))
  expect(sessionIn(elsewhere)).not.toBe(sessionId)
})

test('views of hosted pages count towards pagesPerMinute', async () => {
  await service.publish(askingBot('viewed'))
  now += 120_000
  const view = () => service.app.inject({ url: '/c/viewed', headers: { 'user-agent': 'curl/8' } })
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) statuses.push((await view()).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const head = 'content-disposition: form-data; name="file"; filename="f.png"\r\ncontent-type: image/png\r\n\r\n'
const form = 'multipart/form-data; boundary=b'
test.each([
  ['no boundary', 'multipart/form-data', part('turn', '1')],
  ['an empty boundary', 'multipart/form-data; boundary=', part('turn', '1')],
  ['another boundary', 'multipart/form-data; boundary=c', part('turn', '1')],
  ['no end', form, part('turn', '1')],
  ['half a boundary at its end', form, `${part('turn', '1')}--b\r`],
  ['half a head', form, '--b\r\ncontent-dispo'],
  ['a part without a head', form, '--b\r\n\r\nx'],
  ['a cut field', form, part('turn', '1').slice(0, -3)],
  ['a cut file', form, `${part('turn', '1')}--b\r\n${head}\u0089PNG`],
  ['a file without an end', form, `--b\r\n${head}`],
  ['zeros', form, '\0'.repeat(1_000)],
])('a form with %s is answered with 400, and leaves no stack in the log', async (_, type, body) => {
  now += 60_000
  const cookie = cookieOf(await get('signed'))
  logged.length = 0
  const headers = { ...browser, cookie, 'content-type': type }
  const answer = await service.app.inject({ method: 'POST', url: '/c/signed', headers, body })
  expect([answer.statusCode, logged]).toEqual([400, []])
})

test('a form whose sender goes away leaves no stack in the log', async () => {
  const cookie = cookieOf(await get('signed'))
  logged.length = 0
  for (const sent of [0, 10, 60, 120, 200]) {
    const body = `${part('turn', '1')}--b\r\n${head}PNG`.slice(0, sent)
    const request = `POST /c/signed HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: ${form}\r\ncontent-length: 5000\r\n\r\n${body}`
    const socket = connect(service.port, '127.0.0.1', () => socket.write(request, () => socket.destroy()))
    await new Promise((resolve) => socket.once('close', resolve))
  }
  expect((await service.app.inject('/healthz')).statusCode).toBe(200)
  expect(logged).toEqual([])
})

test('a page allows the scripts of payments only where its bot may ask for one', async () => {
  const policyOf = async (url: string) =>
    String((await service.app.inject({ url, headers: browser })).headers['content-security-policy'])
  now += 60_000
  const paying = askingBot('paying')
  const [group] = paying.groups
  const blocks = [...(group?.blocks ?? []), { id: 'pay', type: 'payment input' }]
  await service.publish({ ...paying, groups: [{ ...group, blocks }] })
  expect(await policyOf('/c/paying')).toContain('js.stripe.com')
  expect(await policyOf('/c/signed')).not.toContain('js.stripe.com')
  expect(await policyOf('/preview')).not.toContain('js.stripe.com')
  expect(await policyOf('/preview?payments')).toContain("script-src 'self' https://js.stripe.com;")
})
