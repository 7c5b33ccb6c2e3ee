import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../testing/browser.js'
import { asks, repeats, says } from '../testing/flow-of.js'
import { begunByWidget, bubble, type Visit, visiting } from '../testing/visit.js'

const tests = visiting()
const blocks = [says('Your name?', 'question'), asks('text input'), repeats(), { ...asks('text input'), id: 'more' }]
const loader = () => `<script type="module" src="${tests.service.url}/widget.js"></script>`

async function site(
  body: string,
  headers?: Record<string, string>,
  options?: Parameters<typeof tests.page>[0],
): Promise<Visit> {
  const page = await tests.page(options)
  await page.goto(tests.service.page(loader() + body, headers))
  return page
}

describe('bubble', () => {
  test('opens and closes by keys alone, and gives the focus back', async () => {
    const { publicId } = await tests.bot(blocks)
    const page = await site(`<a href="#x">A link</a><colloquy-bubble bot="${publicId}"></colloquy-bubble>`)
    const launcher = page.getByRole('button', { name: 'Chat' })
    await launcher.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Chat' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('placeholder')))
      .toBe('Type your answer…')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await bubble(page, 'You said: Ada').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName))
      .toBe('INPUT')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')),
    ).toBe('Chat')
    await page.keyboard.press('Enter')
    await bubble(page, 'You said: Ada').waitFor()
    expect(page.problems).toEqual([])
  })

  test('loads no chat before somebody wants it', async () => {
    const { publicId } = await tests.bot(blocks)
    const page = await tests.page()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(tests.service.page(`${loader()}<colloquy-bubble bot="${publicId}"></colloquy-bubble>`))
    await page.getByRole('button', { name: 'Chat' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded.slice(1)).toEqual(['/widget.js'])
  })

  test('invites with a message that can be pressed or dismissed', async () => {
    const { publicId } = await tests.bot(blocks)
    const page = await site(
      `<colloquy-bubble bot="${publicId}" preview-message='{"message":"Any questions?","autoShowDelay":10}'></colloquy-bubble>`,
    )
    await page.getByText('Any questions?').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Any questions?').waitFor({ state: 'detached' })
    await page.evaluate(() => window.postMessage({ colloquy: { command: 'showPreviewMessage' } }, location.origin))
    await page.getByText('Any questions?').click()
    await page.getByRole('dialog').waitFor()
  })

  test('fills a small screen, and reflows at 320 pixels', async () => {
    const { publicId } = await tests.bot([says('A'.repeat(400), 'long'), asks('text input')])
    const page = await site(
      `<colloquy-bubble bot="${publicId}" default-open></colloquy-bubble>`,
      {},
      { viewport: { width: 320, height: 500 } },
    )
    await page.getByPlaceholder('Type your answer').waitFor()
    const sizes = await page.evaluate(() => {
      const root = document.querySelector('colloquy-bubble')?.shadowRoot
      const scroller = root?.querySelector('.scroller')
      const panel = root?.querySelector('.window')?.getBoundingClientRect()
      return {
        sideways: (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
        width: panel?.width,
        height: panel?.height,
      }
    })
    expect(sizes).toEqual({ sideways: 0, width: 320, height: 500 })
    await page.getByRole('button', { name: 'Close chat' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('has the colours that the page gives its message, and those of the theme once it has been opened', async () => {
    const theme = { chat: { buttons: { backgroundColor: '#117733', color: '#ffffff' } } }
    const { publicId } = await tests.bot(blocks, { theme })
    const message = {
      message: 'Any questions?',
      autoShowDelay: 1,
      backgroundColor: 'rgb(1, 2, 3)',
      textColor: 'rgb(250, 250, 250)',
      closeButtonBackgroundColor: 'rgb(4, 5, 6)',
      closeButtonIconColor: 'rgb(240, 240, 240)',
    }
    const launcher = { closeIconUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const attributes = { 'preview-message': JSON.stringify(message), launcher: JSON.stringify(launcher) }
    const given = Object.entries(attributes).map(([name, value]) => `${name}='${value}'`)
    const page = await site(`<colloquy-bubble bot="${publicId}" ${given.join(' ')}></colloquy-bubble>`)
    const colours = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => {
        const { backgroundColor, color } = getComputedStyle(button)
        return [backgroundColor, color]
      })
    await page.getByRole('button', { name: 'Any questions?' }).waitFor()
    expect(await colours('Any questions?')).toEqual(['rgb(1, 2, 3)', 'rgb(250, 250, 250)'])
    expect(await colours('Dismiss')).toEqual(['rgb(4, 5, 6)', 'rgb(240, 240, 240)'])
    expect(await colours('Chat')).toEqual(['rgb(0, 66, 218)', 'rgb(255, 255, 255)'])
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect.poll(() => colours('Chat')).toEqual(['rgb(17, 119, 51)', 'rgb(255, 255, 255)'])
    await expect.poll(() => page.locator('[aria-expanded=true] img').isVisible()).toBe(true)
  })
})

describe('popup', () => {
  test.each([
    ['popup', 0],
    ['bubble', 900],
  ])(
    'the page behind a %s scrolls by %i pixels, keeps its width, and scrolls again afterwards',
    async (kind, moved) => {
      const { publicId } = await tests.bot(blocks)
      const page = await site(
        `<p style="height:4000px">Long</p><colloquy-${kind} bot="${publicId}"></colloquy-${kind}>`,
      )
      await page.waitForFunction('window.Colloquy')
      const measured = () => page.evaluate(() => [scrollY, document.body.clientWidth])
      const wheel = async () => {
        await page.mouse.move(20, 20)
        await page.mouse.wheel(0, 900)
      }
      const [, width] = await measured()
      await page.evaluate(() => window.Colloquy?.open())
      await page.getByPlaceholder('Type your answer').waitFor()
      await wheel()
      await page.waitForTimeout(300)
      expect(await measured()).toEqual([moved, width])
      await page.evaluate(() => window.Colloquy?.close())
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await wheel()
      await expect.poll(measured).toEqual([moved + 900, width])
    },
  )

  test('is a modal window that keeps the focus, and closes with Escape', async () => {
    const { publicId } = await tests.bot(blocks)
    const page =
      await site(`<button id="opener">Talk to us</button><colloquy-popup bot="${publicId}"></colloquy-popup><script type="module">
      import { open } from '${tests.service.url}/widget.js'; document.getElementById('opener').onclick = () => open()</script>`)
    await page.waitForFunction('window.Colloquy')
    await page.getByRole('button', { name: 'Talk to us' }).click()
    await page.getByRole('dialog', { name: 'Chat' }).waitFor()
    await page.getByPlaceholder('Type your answer').waitFor()
    await expectAccessible(page)
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() => ['COLLOQUY-POPUP', 'BODY'].includes(document.activeElement?.tagName ?? '')),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('opener')
  })

  test('has its close button above the first message, and the focus on no choice', async () => {
    const go = asks('choice input', {}, [{ id: 'go', content: 'Go' }])
    const { publicId } = await tests.bot([
      says('A first message that fills the width of the window to its last pixel'),
      go,
    ])
    const page = await site(
      `<colloquy-popup bot="${publicId}" default-open inline-style='{"maxWidth":"320px"}'></colloquy-popup>`,
    )
    await page.getByRole('radio', { name: 'Go' }).waitFor()
    const [close, message] = await Promise.all(
      [page.getByRole('button', { name: 'Close chat' }), bubble(page, 'A first message')].map((it) => it.boundingBox()),
    )
    expect(message?.y).toBeGreaterThanOrEqual((close?.y ?? 0) + (close?.height ?? 0))
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(320)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)).toBe('DIALOG')
  })

  test('opens by itself after its delay', async () => {
    const { publicId } = await tests.bot(blocks)
    const page = await site(`<colloquy-popup bot="${publicId}" auto-show-delay="20"></colloquy-popup>`)
    await page.getByPlaceholder('Type your answer').waitFor()
  })
})

describe('commands', () => {
  test('go to one widget by its id, and callbacks report what happens', async () => {
    const { publicId } = await tests.bot(blocks)
    const page = await site('<div id="one" style="height:400px"></div><div id="two" style="height:400px"></div>')
    await page.waitForFunction('window.Colloquy')
    await page.evaluate((bot) => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      window.Colloquy?.initStandard({
        bot,
        id: 'first',
        into: '#one',
        prefilledVariables: { Answer: 'x' },
        onInit: () => heard.push('init'),
        onNewInputBlock: ({ id }) => heard.push(id),
        onAnswer: ({ message }) => heard.push(message),
      })
      window.Colloquy?.initStandard({ bot, id: 'second', into: '#two' })
    }, publicId)
    const [one, two] = [page.locator('#one'), page.locator('#two')]
    await one.getByPlaceholder('Type your answer').waitFor()
    await two.getByPlaceholder('Type your answer').waitFor()
    await page.evaluate(() => {
      window.Colloquy?.setInputValue('Ada', { id: 'first' })
      window.Colloquy?.submitInput({ id: 'first' })
    })
    await one.locator('.bubble', { hasText: 'You said: Ada' }).waitFor()
    await expect.poll(() => two.locator('.bubble').allInnerTexts()).toEqual(['Your name?'])
    expect(await page.evaluate('window.heard')).toEqual(['init', 'asks-text-input', 'Ada', 'more'])
    await page.evaluate(() => window.Colloquy?.reset({ id: 'first' }))
    await one.locator('.bubble', { hasText: 'You said' }).waitFor({ state: 'detached' })
    await page.evaluate(() => window.Colloquy?.unmount())
    await expect.poll(() => page.locator('colloquy-standard').count()).toBe(0)
    expect(page.problems).toEqual([])
  })

  test('from a frame of another page are ignored', async () => {
    const { publicId } = await tests.bot(blocks)
    const evil = tests.service.page(
      '<script>parent.postMessage({ colloquy: { command: "open" } }, "*"); parent.postMessage("sent", "*")</script>',
    )
    const page = await site(
      `<colloquy-bubble bot="${publicId}"></colloquy-bubble><script>addEventListener('message', ({ data }) => { if (data === 'sent') window.sent = true })</script><iframe title="Other" src="${evil}"></iframe>`,
    )
    await page.waitForFunction('window.sent')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.evaluate(() => window.postMessage({ colloquy: { command: 'open' } }, location.origin))
    await page.getByRole('dialog').waitFor()
  })

  test('reach the flow: a command event answers', async () => {
    const flow = { ...(await commandBot()) }
    const page = await site(
      `<div style="height:600px"><colloquy-standard bot="${flow.publicId}"></colloquy-standard></div>`,
    )
    await page.getByPlaceholder('Type your answer').waitFor()
    await page.evaluate(() => window.Colloquy?.sendCommand('help'))
    await bubble(page, 'Here is help').waitFor()
  })

  async function commandBot() {
    const at = { x: 0, y: 0 }
    const bot = {
      publicId: 'with-command',
      settings: { typingEmulation: { enabled: false } },
      events: [
        { id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e1' },
        { id: 'help', type: 'command', graphCoordinates: at, outgoingEdgeId: 'e2', options: { command: 'help' } },
      ],
      edges: [
        { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } },
        { id: 'e2', from: { eventId: 'help' }, to: { groupId: 'g2' } },
      ],
      groups: [
        { id: 'g1', title: 'G', graphCoordinates: at, blocks: [says('Hi'), { id: 'in', type: 'text input' }] },
        {
          id: 'g2',
          title: 'H',
          graphCoordinates: at,
          blocks: [says('Here is help'), { id: 'in2', type: 'text input' }],
        },
      ],
    }
    await tests.service.publish(bot)
    return bot
  }
})

test('works under a strict policy with trusted types', async () => {
  const { publicId } = await tests.bot(blocks)
  const url = tests.service.url
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; font-src ${url}; style-src 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`
  const page = await site(`<colloquy-bubble bot="${publicId}" default-open></colloquy-bubble>`, {
    'content-security-policy': policy,
  })
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  expect(page.problems).toEqual([])
  const { height } = (await page.getByRole('dialog').boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(400)
})

test('speaks the language of the page, and runs from right to left as its bot does', async () => {
  const { publicId } = await tests.bot([says('ما اسمك؟'), asks('text input')])
  const page = await site(
    `<div lang="ar" style="height:500px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`,
  )
  await page.getByPlaceholder('اكتب إجابتك…').waitFor()
  await expect.poll(() => page.locator('.chat').getAttribute('dir')).toBe('rtl')
  const boxes = await Promise.all(
    [page.locator('.avatar'), page.locator('.bubble')].map((one) => one.first().boundingBox()),
  )
  expect(boxes[0]?.x).toBeGreaterThan(boxes[1]?.x ?? 0)
  await expectAccessible(page)
})

test("author's style reaches the chat and nothing else; what a page says goes before the theme", async () => {
  const { publicId } = await tests.bot(blocks, {
    theme: {
      customCss: '.bubble { letter-spacing: 3px } h1 { color: red }',
      chat: { buttons: { backgroundColor: 'navy' } },
    },
  })
  const page = await site(
    `<style>colloquy-standard { --colloquy-host-fill: rgb(1, 2, 3) }</style><div style="height:500px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`,
  )
  await bubble(page, 'Your name?').waitFor()
  const read = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  expect(await read('.bubble', 'letter-spacing')).toBe('3px')
  expect(await read('.bubble', 'background-color')).toBe('rgb(1, 2, 3)')
  expect(await read('.button', 'background-color')).toBe('rgb(0, 0, 128)')
  expect(await read('h1', 'color')).toBe('rgb(0, 0, 0)')
})

test('a turn is read out once, when it is complete, and typing can be skipped', async () => {
  const settings = { typingEmulation: { enabled: true, speed: 60, maxDelay: 20, isDisabledOnFirstMessage: true } }
  const { publicId } = await tests.bot(
    [says('First one'), says('A second one of many words that takes its long time to type'), asks('text input')],
    { settings },
  )
  const page = await tests.page({ ...begunByWidget, reducedMotion: 'no-preference' })
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await bubble(page, 'First one').waitFor()
  const status = page.locator('[role=status]').first()
  await expect.poll(() => status.innerText()).toBe('')
  await page.getByRole('button', { name: 'The bot is typing' }).click()
  await page.getByPlaceholder('Type your answer').waitFor({ timeout: 5000 })
  await expect
    .poll(() => status.textContent())
    .toBe('First one\nA second one of many words that takes its long time to type')
})

test('nothing waits for show where the visitor wants no motion', async () => {
  const settings = { typingEmulation: { enabled: true, speed: 1, maxDelay: 60, isDisabledOnFirstMessage: false } }
  const page = await tests.visit([says('Hello'), asks('text input')], { settings })
  await page.getByPlaceholder('Type your answer').waitFor({ timeout: 5000 })
})
