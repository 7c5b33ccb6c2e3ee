import { describe, expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { bubble, transcript, type Visit, visiting } from '../testing/visit.js'

const tests = visiting()
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const blocks = [says('Your name?', 'question'), asks('text input'), repeats(), { ...asks('text input'), id: 'more' }]
const kinds = ['bubble', 'popup'] as const

/** A long page of another site with a widget, on a phone. */
async function site(kind: (typeof kinds)[number], attributes = ''): Promise<Visit> {
  const { publicId } = await tests.bot(blocks)
  const page = await tests.page(phone)
  const { url } = tests.service
  await page.goto(tests.service.page('<p>Where the visitor was before</p>'))
  await page.goto(
    tests.service.page(
      `<script type="module" src="${url}/widget.js"></script><p style="height:3000px">Long</p><colloquy-${kind} bot="${publicId}" ${attributes}></colloquy-${kind}>`,
    ),
  )
  await page.waitForFunction('window.Colloquy')
  return page
}

const open = (page: Visit) => page.evaluate(() => window.Colloquy?.open())
const dialog = (page: Visit) => page.getByRole('dialog')

/** Simulates a phone's keyboard that covers the lower part of a page, in a browser that has none. */
const showKeyboard = (page: Visit, height: number) =>
  page.evaluate((seen) => {
    const viewport = window.visualViewport as VisualViewport
    Object.defineProperty(viewport, 'height', { configurable: true, get: () => seen })
    viewport.dispatchEvent(new Event('resize'))
  }, height)

const bottomOf = (page: Visit, label: string) =>
  page.getByPlaceholder(label).evaluate((field) => field.getBoundingClientRect().bottom)

describe.each(kinds)('a %s on a phone', (kind) => {
  test('is closed by the back button, which then leads where it did before', async () => {
    const page = await site(kind)
    const address = page.url()
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(address)
    await open(page)
    await dialog(page).waitFor()
    await page.getByRole('button', { name: 'Close chat' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.goBack()
    await page.getByText('Where the visitor was before').waitFor()
  })

  test('is modal: the focus stays in it, and returns when Escape closes it', async () => {
    const page = await site(kind)
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { id: 'behind', textContent: 'Behind' })
      document.body.prepend(button)
      button.focus()
    })
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('behind')
    }
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName))
      .toBe(kind === 'popup' ? 'behind' : 'COLLOQUY-BUBBLE')
  })

  test('leaves a page where it is that has navigated while the chat was open', async () => {
    const page = await site(kind)
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    await page.evaluate(() => {
      history.pushState({}, '', '#basket')
      history.back = () => {
        document.title = 'Went back'
      }
    })
    await page.getByRole('button', { name: 'Close chat' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.title()).not.toBe('Went back')
    expect(new URL(page.url()).hash).toBe('#basket')
  })

  test('is closed by a finger that pulls it down, but not by one that pulls little or scrolls the chat', async () => {
    const page = await site(kind)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const pull = async (from: number, to: number) => {
      await touch('touchStart', { x: 200, y: from })
      for (let step = 1; step <= 8; step += 1) await touch('touchMove', { x: 200, y: from + ((to - from) * step) / 8 })
      await touch('touchEnd')
    }
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    await pull(500, 560)
    expect(await dialog(page).evaluate((it) => it.style.translate)).toBe('')
    await page.getByRole('log').evaluate((log) => {
      // A chat longer than the window, scrolled to its end.
      log.style.minHeight = '3000px'
      for (let it: Element | null = log; it; it = it.parentElement) it.scrollTop = 3000
    })
    await pull(400, 700)
    expect(await dialog(page).isVisible()).toBe(true)
    await pull(20, 400)
    await dialog(page).waitFor({ state: 'hidden' })
  })

  test('holds the page behind it still while it is open', async () => {
    const page = await site(kind)
    const frames = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const scrolled = async () => {
      await page.keyboard.press('PageDown')
      await frames()
      return page.evaluate(() => scrollY)
    }
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    await page.getByRole('button', { name: 'Close chat' }).focus()
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(scrolled).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
  })

  test('stays above the keyboard, and is not made smaller by a zoom', async () => {
    const page = await site(kind)
    await open(page)
    await page.getByPlaceholder('Type your answer').tap()
    await showKeyboard(page, 420)
    await expect.poll(() => bottomOf(page, 'Type your answer')).toBeLessThanOrEqual(420)
    await page.getByPlaceholder('Type your answer').fill('Ada')
    await page.keyboard.press('Enter')
    await bubble(page, 'You said: Ada').waitFor()
    await page.evaluate(() => {
      const viewport = window.visualViewport as VisualViewport
      Object.defineProperty(viewport, 'scale', { configurable: true, get: () => 2 })
      viewport.dispatchEvent(new Event('resize'))
    })
    await expect.poll(async () => (await dialog(page).boundingBox())?.height).toBe(844)
  })

  test('keeps clear of what is cut out of the screen', async () => {
    const page = await site(kind)
    const screen = await page.context().newCDPSession(page)
    await screen.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59, left: 0, bottom: 34, right: 0 } })
    await open(page)
    await page.getByPlaceholder('Type your answer').waitFor()
    const close = await page.getByRole('button', { name: 'Close chat' }).boundingBox()
    const first = await page.locator('.bubble').first().boundingBox()
    expect(close?.y).toBeGreaterThanOrEqual(59)
    expect(first?.y).toBeGreaterThanOrEqual(59)
  })
})

test('a hosted page keeps its field above a keyboard that lies over it', async () => {
  const long = Array.from({ length: 12 }, (_, index) => says(`Line ${index}`, `line-${index}`))
  const page = await tests.visit([...long, asks('text input'), repeats()], {}, phone)
  await page.getByPlaceholder('Type your answer').tap()
  await showKeyboard(page, 420)
  await expect.poll(() => bottomOf(page, 'Type your answer')).toBeLessThanOrEqual(420)
  await showKeyboard(page, 844)
  await expect.poll(async () => (await page.locator('colloquy-standard').boundingBox())?.height).toBe(844)
})

test('fields have letters large enough that a phone does not zoom into them', async () => {
  const page = await tests.visit([says('Your name?', 'question'), asks('text input')], {}, phone)
  const size = await page
    .getByPlaceholder('Type your answer')
    .evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))
  expect(size).toBeGreaterThanOrEqual(16)
})

test('on a slow network that breaks off, the first bubble comes and no reply is lost or doubled', async () => {
  const { publicId, id } = await tests.bot([
    says('Your name?', 'question'),
    asks('text input'),
    repeats(),
    { ...asks('number input'), id: 'number' },
    says('Thanks'),
  ])
  const page = await tests.page(phone)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const slow = {
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
    connectionType: 'cellular3g',
  } as const
  await network.send('Network.emulateNetworkConditions', { offline: false, ...slow })
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await bubble(page, 'Your name?').waitFor()
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.route('**/continueChat', async (route) => {
    // Accepted by the service, and lost on its way back.
    await route.fetch()
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: true })
    await route.abort('internetdisconnected')
  })
  await page.keyboard.press('Enter')
  await page.locator('.entry.pending').waitFor()
  await page.getByText('No connection').waitFor()
  await page.unroute('**/continueChat')
  await network.send('Network.emulateNetworkConditions', { ...slow, offline: false })
  await page.getByPlaceholder('Type a number').fill('7')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await bubble(page, 'Thanks').waitFor()
  expect(await transcript(page)).toEqual(['Your name?', 'Ada', 'You said: Ada', '7', 'Thanks'])
  expect(await tests.service.results(id)).toEqual([['Ada', '7']])
})

test('the launcher of a bubble makes space for the chat on a phone, and is back when it is closed', async () => {
  const page = await site('bubble')
  const launcher = page.locator('colloquy-bubble').getByRole('button', { name: 'Chat', exact: true })
  await launcher.click()
  await page.getByPlaceholder('Type your answer').waitFor()
  await expect.poll(() => launcher.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Close chat' }).click()
  await expect.poll(() => launcher.isVisible()).toBe(true)
})
