import { expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { ownerToken } from '../testing/running-service.js'
import { bubble, isTakenOver, transcript, visiting } from '../testing/visit.js'

const tests = visiting()

const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const address = (publicId: string, query = '') => `${tests.service.url}/c/${publicId}${query}`
const blocks = [says('Hello <you>'), says('Who are you?', 'who'), asks('text input'), repeats()]

/** Number of conversations that were started with a bot. */
async function views(botId: string): Promise<number> {
  const { stats } = await tests.service.call(`/v1/bots/${botId}/analytics/stats?timeFilter=allTime`)
  return stats.totalViews
}

test('the first messages are in the page as it comes, in the look of the bot', async () => {
  const theme = { chat: { hostBubbles: { backgroundColor: 'hsl(120 100% 25%)', color: '#ffffff' } } }
  const { publicId } = await tests.bot(blocks, { theme })
  const page = await (await fetch(address(publicId), { headers: visitor })).text()
  expect(page).toContain('<div>Hello &lt;you></div>')
  expect(page).toContain('<div>Who are you?</div>')
  expect(page).toContain('--colloquy-host-fill:rgb(0 128 0)')
})

test('a page brings the part of its font that its letters need, and the widget the others', async () => {
  const facesOf = async (publicId: string) => {
    const page = await (await fetch(address(publicId), { headers: visitor })).text()
    return page.match(/@font-face/g)?.length ?? 0
  }
  const { publicId } = await tests.bot(blocks)
  expect(await facesOf(publicId)).toBe(1)
  expect(await facesOf((await tests.bot([says('Καλημέρα'), asks('text input')])).publicId)).toBeGreaterThan(5)
  const page = await tests.page()
  const greek = page.waitForResponse(/open-sans-greek-wght/)
  await page.goto(address(publicId))
  await isTakenOver(page)
  await page.getByPlaceholder('Type your answer').fill('Ελένη')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ελένη').waitFor()
  expect((await greek).ok()).toBe(true)
})

test.each([
  ['Inter', 1],
  ['Lato', 2],
])('a bot in %s brings the faces of that family from this service, and the widget the others', async (font, faces) => {
  const { publicId } = await tests.bot(blocks, { theme: { general: { font } } })
  const html = await (await fetch(address(publicId), { headers: visitor })).text()
  expect(html.match(/@font-face/g)).toHaveLength(faces)
  const page = await tests.page()
  const extended = page.waitForResponse(new RegExp(`/widget/fonts/${font.toLowerCase()}-latin-ext`))
  await page.goto(address(publicId))
  await isTakenOver(page)
  await page.getByPlaceholder('Type your answer').fill('Žofie')
  await page.keyboard.press('Enter')
  expect((await extended).ok()).toBe(true)
  expect(await page.evaluate((name) => document.fonts.check(`16px "${name}"`, 'Hello'), font)).toBe(true)
  expect(await page.evaluate(() => [...document.fonts].every(({ family }) => !family.includes('Open Sans')))).toBe(true)
})

test('font rules of an author load a font, and no other rule that they write reaches the page', async () => {
  const source = `${tests.service.url}/widget/fonts/own.woff2`
  const css = `@font-face { font-family: "Own"; src: url("${source}") } body { display: none }`
  const { publicId } = await tests.bot(blocks, { theme: { general: { font: { type: 'Custom', family: 'Own', css } } } })
  const page = await tests.page()
  const asked = page.waitForRequest(source)
  await page.goto(address(publicId))
  await asked
  await bubble(page, 'Who are you?').waitFor()
})

test('a page asks for its scripts itself, behind its font, and uses no font but that one', async () => {
  const { publicId } = await tests.bot(blocks)
  const page = await tests.page()
  const session = await page.context().newCDPSession(page)
  const asked: string[][] = []
  session.on('Network.requestWillBeSent', ({ request, initiator, type }) => {
    if (initiator.type === 'parser') asked.push([type ?? '', request.initialPriority])
  })
  await session.send('Network.enable')
  await page.goto(address(publicId))
  expect(asked.sort()).toEqual([['Font', 'High'], ...Array(3).fill(['Script', 'Low'])])
  const fonts = await page
    .locator('h1, h2, .bubble')
    .evaluateAll((all) => all.map((one) => [getComputedStyle(one).fontFamily, getComputedStyle(one).fontWeight]))
  for (const [family, weight] of fonts) expect([family, weight]).toEqual([expect.stringMatching(/^"Open Sans"/), '400'])
})

test('the widget continues with what the page shows: nothing is begun twice, and nothing moves', async () => {
  const { publicId, id } = await tests.bot(blocks)
  const page = await tests.page({ reducedMotion: 'no-preference' })
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/startChat')) starts.push(request.url())
  })
  let releaseScript: () => void = () => {}
  const isHeldBack = new Promise<void>((resolve) => {
    releaseScript = resolve
  })
  await page.route('**/widget.js', async (route) => {
    await isHeldBack
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address(publicId), { waitUntil: 'commit' })
  await bubble(page, 'Who are you?').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const positionsOf = () =>
    page
      .locator('.bubble, .composer .field, .composer .button')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await positionsOf()
  await page.getByRole('textbox').fill('Ad')
  releaseScript()
  await isTakenOver(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))))
  expect(await positionsOf()).toEqual(before)
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('Ad')
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  expect(starts).toEqual([])
  expect(await views(id)).toBe(1)
  expect(page.problems).toEqual([])
})

test('what the page of a bot ticked or chose before its script came is carried over', async () => {
  const items = [
    { id: 'a', content: 'Red' },
    { id: 'b', content: 'Blue' },
  ]
  const { publicId } = await tests.bot([asks('choice input', { isMultipleChoice: true }, items), repeats()])
  const page = await tests.page()
  let releaseScript: () => void = () => {}
  const isHeldBack = new Promise<void>((resolve) => {
    releaseScript = resolve
  })
  await page.route('**/widget.js', async (route) => {
    await isHeldBack
    await route.continue()
  })
  await page.goto(address(publicId), { waitUntil: 'commit' })
  await page.getByText('Blue').click()
  releaseScript()
  await isTakenOver(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await bubble(page, 'You said: Blue').waitFor()
})

test('the address of a page fills in variables, and is tidied up', async () => {
  const { publicId } = await tests.bot([says('Hello {{Answer}}', 'hello'), asks('text input')])
  const page = await tests.page()
  await page.goto(address(publicId, '?Answer=Grace&Unknown=x'))
  await bubble(page, 'Hello Grace').waitFor()
  await page.waitForURL(address(publicId))
})

test.each<[string, RequestInit]>([
  ['a question for the head only', { method: 'HEAD', headers: visitor }],
  ['a browser that loads ahead', { headers: { ...visitor, 'sec-purpose': 'prefetch' } }],
  ['a script that fetches the page', { headers: { ...visitor, 'sec-fetch-dest': 'empty' } }],
  ['the preview of a link', { headers: { 'user-agent': 'facebookexternalhit/1.1' } }],
  ['a search engine', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
  ['a tool', { headers: { 'user-agent': 'curl/8.5.0' } }],
])('%s begins no conversation', async (_, request) => {
  const metadata = { title: 'Ask "us"', description: 'All <answers>', imageUrl: 'https://pictures.example/a.png' }
  const { publicId, id } = await tests.bot(blocks, { settings: { metadata } })
  const response = await fetch(address(publicId), request)
  expect(response.status).toBe(200)
  expect(response.headers.get('set-cookie')).toBeNull()
  const page = await response.text()
  if (request.method !== 'HEAD') {
    expect(page).toContain('<meta property="og:title" content="Ask &quot;us&quot;">')
    expect(page).toContain('<meta property="og:description" content="All &lt;answers&gt;">')
    expect(page).toContain('<meta property="og:image" content="https://pictures.example/a.png">')
  }
  expect(await views(id)).toBe(0)
})

test('a bot that remembers shows its visitor what was said, already in the page as it comes', async () => {
  const settings = { general: { rememberUser: { isEnabled: true, storage: 'local' } } }
  const { publicId, id } = await tests.bot([...blocks, asks('email input')], { settings })
  const page = await tests.page()
  await page.goto(address(publicId))
  await page.getByRole('textbox').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  const raw = page.waitForResponse(address(publicId)).then((response) => response.text())
  await page.reload()
  expect(await raw).toContain('<div>You said: Ada</div>')
  await isTakenOver(page)
  expect(await transcript(page)).toEqual(['Hello <you>', 'Who are you?', 'Ada', 'You said: Ada'])
  expect(await views(id)).toBe(1)
})

test('a bot that remembers nobody begins again', async () => {
  const { publicId } = await tests.bot([...blocks, asks('email input')])
  const page = await tests.page()
  await page.goto(address(publicId))
  await page.getByRole('textbox').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  await page.reload()
  await isTakenOver(page)
  expect(await transcript(page)).toEqual(['Hello <you>', 'Who are you?'])
})

test('messages behind something that a script does come when it is done', async () => {
  const { publicId } = await tests.bot([
    says('Before'),
    { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '1' } },
    says('After'),
    asks('text input'),
  ])
  const page = await tests.page()
  await page.goto(address(publicId))
  await bubble(page, 'Before').waitFor()
  await bubble(page, 'After').waitFor()
  await page.getByRole('textbox').waitFor()
  expect(await transcript(page)).toEqual(['Before', 'After'])
})

test('a closed bot says so, and begins nothing', async () => {
  const settings = { general: { systemMessages: { botClosed: 'We are on holiday' } } }
  const { publicId, id } = await tests.bot(blocks, { settings })
  await fetch(`${tests.service.url}/api/v1/bots/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bot: { isClosed: true } }),
  })
  const page = await tests.page()
  await page.goto(address(publicId))
  await page.getByText('We are on holiday').waitFor()
  await expect.poll(() => page.locator('colloquy-standard').count()).toBe(0)
  expect(await views(id)).toBe(0)
})

test('a page that does not exist says so', async () => {
  const response = await fetch(address('nothing-here'), { headers: visitor })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('There is nothing at this address')
})

test('a frame that is sandboxed without the origin of its page has a chat', async () => {
  const { publicId } = await tests.bot([says('Your name?', 'question'), asks('text input'), repeats()])
  const page = await tests.page()
  const address = `${tests.service.url}/c/${publicId}`
  await page.goto(tests.service.page(`<iframe sandbox="allow-scripts allow-forms" src="${address}"></iframe>`))
  const frame = page.frameLocator('iframe')
  await frame.locator('.drawn').waitFor({ state: 'detached' })
  await frame.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await frame.locator('.bubble', { hasText: 'You said: Ada' }).waitFor()
  expect(page.problems).toEqual([])
})
