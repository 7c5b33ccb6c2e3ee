import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { picture } from '../testing/sample-inputs.js'
import { bubble, transcript, type Visit, visiting } from '../testing/visit.js'

const tests = visiting()
const ask = asks('choice input', {}, [{ id: 'go', content: 'Go' }])
const setOnClient = (code: string, more: object = {}) => ({
  id: 'set',
  type: 'Set variable',
  options: {
    variableId: 'answer',
    type: 'Custom',
    isExecutedOnClient: true,
    isCode: true,
    expressionToEvaluate: code,
    ...more,
  },
})

/** The bot in a page of another site, where scripts of a flow may run. */
async function embedded(blocks: Parameters<typeof tests.bot>[0], attributes = ''): Promise<Visit> {
  const { publicId } = await tests.bot(blocks)
  const page = await tests.page()
  await page.goto(
    tests.service.page(
      `<script type="module" src="${tests.service.url}/widget.js"></script><div style="height:600px"><colloquy-standard bot="${publicId}" ${attributes}></colloquy-standard></div>`,
    ),
  )
  return page
}

let other: Server
let otherUrl = ''
beforeAll(async () => {
  other = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.url === '/page') {
      response.setHeader('content-type', 'text/html')
      response.end(
        "<title>Form</title><button onclick=\"parent.postMessage({name:'done',data:'booked'},'*')\">Book</button>",
      )
      return
    }
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => response.end(JSON.stringify({ got: body && JSON.parse(body) })))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  otherUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  other.closeAllConnections()
  other.close()
})

describe('scripts', () => {
  test('set variables and run in the page, in the order of the flow', async () => {
    const code = {
      id: 'code',
      type: 'Code',
      options: { content: 'window.seen = {{Answer}} + " in " + document.title' },
    }
    const page = await embedded([says('Hello'), setOnClient('return 6 * 7'), repeats(), code, ask])
    await page.getByRole('radio', { name: 'Go' }).waitFor()
    expect(await transcript(page)).toEqual(['Hello', 'You said: 42'])
    expect(await page.evaluate('window.seen')).toBe('42 in A site')
  })

  test('that fail leave the flow going, and the author a log', async () => {
    const code = { id: 'code', type: 'Code', options: { content: 'throw new Error("broken")' } }
    const { publicId, id } = await tests.bot([says('Hello'), code, ask, says('Bye')])
    const page = await tests.page()
    await page.goto(
      tests.service.page(
        `<script type="module" src="${tests.service.url}/widget.js"></script><div style="height:600px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`,
      ),
    )
    await page.getByRole('radio', { name: 'Go' }).click()
    await bubble(page, 'Bye').waitFor()
    const { results } = await tests.service.call(`/v1/bots/${id}/results?timeFilter=allTime`)
    const { logs } = await tests.service.call(`/v1/bots/${id}/results/${results[0].id}/logs`)
    expect(JSON.stringify(logs)).toContain('broken')
  })

  test('on a page of the service run without its origin', async () => {
    const page = await tests.visit([
      says('Hello'),
      setOnClient(
        'let storage = "open"; try { storage = localStorage.length } catch { storage = "closed" }; let around = "open"; try { around = parent.document.title } catch { around = "closed" }; return storage + " " + around + " " + origin',
      ),
      repeats(),
      ask,
    ])
    await page.getByRole('radio', { name: 'Go' }).waitFor()
    expect(await transcript(page)).toEqual(['Hello', 'You said: closed closed null'])
  })

  test('may not run where the page forbids it, and the flow continues', async () => {
    const page = await embedded([says('Hello'), setOnClient('return 1'), ask], 'scripts="off"')
    await page.getByRole('radio', { name: 'Go' }).waitFor()
  })
})

test('a wait holds the flow for its time', async () => {
  const page = await tests.visit([
    says('Hello'),
    { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '0.4', shouldPause: true } },
    says('Later'),
    ask,
  ])
  await bubble(page, 'Hello').waitFor()
  await page.getByRole('radio', { name: 'Go' }).waitFor()
  expect(await transcript(page)).toEqual(['Hello', 'Later'])
})

test.each(['Webhook', 'Zapier', 'Make.com', 'Pabbly'])(
  'a %s request from the browser gives the flow its answer',
  async (type) => {
    const request = {
      id: 'request',
      type,
      options: {
        isExecutedOnClient: true,
        isCustomBody: true,
        webhook: { id: 'w', url: `${otherUrl}/echo`, method: 'POST', body: '{"name":"Ada"}' },
        responseVariableMapping: [{ id: 'm', variableId: 'answer', bodyPath: 'data.got.name' }],
      },
    }
    const page = await tests.visit([says('Hello'), request, repeats(), ask])
    await bubble(page, 'You said: Ada').waitFor()
  },
)

describe('a flow that waits for a webhook', () => {
  const listener = {
    id: 'listener',
    type: 'webhook',
    options: { responseVariableMapping: [{ id: 'm', variableId: 'answer', bodyPath: 'data.order' }] },
  }
  const send = (botId: string, resultId: string) =>
    tests.service.call(`/v1/bots/${botId}/blocks/listener/results/${resultId}/executeWebhook`, { order: 'A-17' })
  const resultOf = async (botId: string): Promise<string> =>
    (await tests.service.call(`/v1/bots/${botId}/results?timeFilter=allTime`)).results[0].id

  test('continues with what was sent, while the page listens and after it was away', async () => {
    const settings = { general: { rememberUser: { isEnabled: true } }, typingEmulation: { enabled: false } }
    for (const isAway of [false, true]) {
      const { publicId, id } = await tests.bot([says('One moment'), ask, listener, repeats(), ask], { settings })
      const page = await tests.page()
      await page.goto(`${tests.service.url}/c/${publicId}`)
      const listens = page.waitForRequest(/\/webhooks$/)
      await page.getByRole('radio', { name: 'Go' }).click()
      await listens
      const address = page.url()
      if (isAway) await page.goto('about:blank')
      await send(id, await resultOf(id))
      if (isAway) await page.goto(address)
      await bubble(page, 'You said: A-17').waitFor()
      expect(page.problems).toEqual([])
    }
  })

  test('continues after the service was away', async () => {
    const { publicId, id } = await tests.bot([says('One moment'), ask, listener, repeats(), ask])
    const page = await tests.page()
    await page.goto(`${tests.service.url}/c/${publicId}`)
    const listens = page.waitForRequest(/\/webhooks$/)
    await page.getByRole('radio', { name: 'Go' }).click()
    await listens
    await tests.service.stop()
    await tests.service.startAgain()
    await send(id, await resultOf(id))
    await bubble(page, 'You said: A-17').waitFor()
  })
})

describe('redirects', () => {
  test('open another page, in a new tab where the author wants one', async () => {
    const page = await embedded([
      says('Hello'),
      ask,
      { id: 'redirect', type: 'Redirect', options: { url: `${otherUrl}/page`, isNewTab: true } },
      says('Bye'),
    ])
    const opened = page.context().waitForEvent('page')
    await page.getByRole('radio', { name: 'Go' }).click()
    await (await opened).waitForURL(`${otherUrl}/page`)
    expect(await (await opened).evaluate('window.opener')).toBeNull()
    await bubble(page, 'Bye').waitFor()
  })

  test('that the browser holds back leave a link', async () => {
    const { publicId } = await tests.bot([
      says('Hello'),
      { id: 'redirect', type: 'Redirect', options: { url: `${otherUrl}/page`, isNewTab: true } },
      ask,
    ])
    const page = await tests.page()
    await page.addInitScript('window.open = () => null')
    await page.goto(`${tests.service.url}/c/${publicId}`)
    const link = page.getByRole('link', { name: 'Open the page' })
    await link.waitFor()
    await expect.poll(() => link.getAttribute('href')).toBe(`${otherUrl}/page`)
  })

  test('to a script are refused here too', async () => {
    const { publicId } = await tests.bot([says('Hello'), ask])
    const page = await tests.page()
    await page.route('**/startChat', async (route) => {
      const response = await route.fetch()
      const clientSideActions = [
        { type: 'redirect', redirect: { url: 'java\tscript:window.top.__xss=1', isNewTab: false } },
      ]
      return route.fulfill({ response, json: { ...(await response.json()), clientSideActions } })
    })
    await page.goto(`${tests.service.url}/c/${publicId}`)
    await page.getByRole('radio', { name: 'Go' }).waitFor()
    expect(await page.evaluate('window.__xss')).toBeUndefined()
  })
})

test('trackers and head code run in a page of somebody else only', async () => {
  const settings = {
    metadata: {
      customHeadCode: '<meta name="from-bot" content="yes"><script>window.headRan = true</script>',
      tagManagerId: 'GTM-1',
    },
    typingEmulation: { enabled: false },
  }
  const options = { trackingId: 'G-1', action: 'seen', category: 'c', label: '"l"', value: 2, sendTo: 'AW-1/x' }
  const track = { id: 'ga', type: 'Google Analytics', options }
  const { publicId } = await tests.bot([says('Hello'), track, ask], { settings })
  const page = await tests.page()
  await page.goto(
    tests.service.page(
      `<script type="module" src="${tests.service.url}/widget.js"></script><div style="height:600px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`,
    ),
  )
  await page.getByRole('radio', { name: 'Go' }).waitFor()
  expect(await page.evaluate('window.headRan')).toBe(true)
  expect(page.elsewhere.map((url) => new URL(url).pathname)).toEqual(['/gtm.js', '/gtag/js'])
  expect(
    await page.evaluate(
      'dataLayer.map((entry) => [...(entry.length ? entry : [])].slice(0, 2).join()).filter(Boolean).slice(1)',
    ),
  ).toEqual(['config,G-1', 'event,seen'])
  const sent = { event_category: 'c', event_label: '"l"', value: 2, send_to: 'AW-1/x' }
  expect(await page.evaluate('[...dataLayer.at(-1)].slice(2)')).toEqual([sent])
  const hosted = await tests.page()
  await hosted.goto(`${tests.service.url}/c/${publicId}`)
  await hosted.getByRole('radio', { name: 'Go' }).waitFor()
  expect(await hosted.evaluate('window.headRan')).toBeUndefined()
  expect(hosted.elsewhere).toEqual([])
})

describe('messages', () => {
  const node = (type: string, children: object[], more: object = {}) => ({ type, children, ...more })
  const text = (value: string, marks: object = {}) => ({ text: value, ...marks })

  test('rich text keeps its marks, links and lists; an invalid link stays text', async () => {
    const richText = [
      node('p', [
        text('Bold', { bold: true }),
        text(' it', { italic: true }),
        text(' un', { underline: true }),
        text(' <img src=x onerror="window.__xss=1">'),
      ]),
      node('p', [text('')]),
      node('p', [
        text(''),
        node('a', [text('site')], { url: 'https://a.example/x' }),
        node('a', [text('bad')], { url: 'JaVaScRiPt:alert(1)' }),
      ]),
      node('ul', [node('li', [node('lic', [text('one')])])]),
      node('h2', [text('Head')]),
      node('blockquote', [text('quote')]),
      node('code_block', [text('code()')]),
      node('unheard', [text('still there')]),
    ]
    const page = await tests.visit([{ id: 'rich', type: 'text', content: { richText } }, ask])
    const shown = page.locator('.bubble.host').first()
    await shown.locator('pre').waitFor()
    await expect.poll(() => shown.locator('strong').innerText()).toBe('Bold')
    expect(await shown.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://a.example/x',
    ])
    await expect.poll(() => shown.locator('li').innerText()).toBe('one')
    await expect.poll(() => shown.innerText()).toContain('still there')
    await expect.poll(() => shown.innerText()).toContain('<img src=x')
    expect(await page.evaluate('window.__xss')).toBeUndefined()
  })

  test('pictures, videos and sound come from web addresses, players from their providers', async () => {
    const page = await tests.visit([
      {
        id: 'image',
        type: 'image',
        content: {
          url: picture('sea'),
          clickLink: { url: 'https://a.example', alt: 'The sea' },
        },
      },
      { id: 'bad', type: 'image', content: { url: 'data:text/html,<svg onload=alert(1)>' } },
      { id: 'youtube', type: 'video', content: { url: 'https://youtu.be/abc_-1?t=30', isAutoplayEnabled: false } },
      { id: 'vimeo', type: 'video', content: { url: 'https://vimeo.com/123' } },
      { id: 'tiktok', type: 'video', content: { url: 'https://www.tiktok.com/@a/video/42' } },
      { id: 'gumlet', type: 'video', content: { url: 'https://gumlet.tv/watch/xyz' } },
      { id: 'file', type: 'video', content: { url: 'http://127.0.0.1:9/v.mp4', isAutoplayEnabled: false } },
      { id: 'audio', type: 'audio', content: { url: 'http://127.0.0.1:9/a.mp3', isAutoplayEnabled: false } },
      ask,
    ])
    await page.getByRole('radio', { name: 'Go' }).waitFor()
    await page.locator('audio').waitFor()
    const sources = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).src))
    expect(await sources('.log img')).toEqual([picture('sea')])
    expect(await sources('iframe')).toEqual([
      'https://www.youtube.com/embed/abc_-1?start=30',
      'https://player.vimeo.com/video/123?autoplay=1',
      'https://www.tiktok.com/embed/v2/42',
      'https://play.gumlet.io/embed/xyz?autoplay=true',
    ])
    expect(await sources('video, audio')).toEqual(['http://127.0.0.1:9/v.mp4', 'http://127.0.0.1:9/a.mp3'])
    await expect.poll(() => page.getByRole('link', { name: 'The sea' }).getAttribute('href')).toBe('https://a.example')
  })

  test('a page that the flow waits for answers it; another page cannot', async () => {
    const embed = {
      id: 'embed',
      type: 'embed',
      content: {
        url: `${otherUrl}/page`,
        height: 200,
        waitForEvent: { isEnabled: true, name: 'done', saveDataInVariableId: 'answer' },
      },
    }
    const page = await embedded([says('Book'), embed, repeats(), ask])
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Book' }).waitFor()
    await page.evaluate(() => window.postMessage({ name: 'done', data: 'forged' }, '*'))
    await frame.getByRole('button', { name: 'Book' }).click()
    await bubble(page, 'You said: booked').waitFor()
    expect(await transcript(page)).toEqual(['Book', 'You said: booked'])
  })

  test('a custom embed renders itself and replies to the flow', async () => {
    const { publicId } = await tests.bot([says('Book'), asks('text input'), repeats(), ask])
    const page = await tests.page()
    await page.route('**/startChat', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const content = {
        initFunction: {
          args: { label: 'Take it' },
          content: 'botElement.innerHTML = "<button>" + label + "</button>"',
        },
        waitForEventFunction: {
          args: {},
          content: 'botElement.querySelector("button").onclick = () => continueFlow("taken")',
        },
      }
      return route.fulfill({
        response,
        json: {
          ...body,
          input: undefined,
          messages: [...body.messages, { id: 'custom', type: 'custom-embed', content }],
        },
      })
    })
    await page.goto(
      tests.service.page(
        `<script type="module" src="${tests.service.url}/widget.js"></script><div style="height:600px"><colloquy-standard bot="${publicId}"></colloquy-standard></div>`,
      ),
    )
    await page.getByRole('button', { name: 'Take it' }).click()
    await bubble(page, 'You said: taken').waitFor()
  })

  test('a calendar is a link where scripts may not touch the page, and the visitor says when to continue', async () => {
    const options = { action: 'Book event', link: 'https://cal.com/ada/15min' }
    const { publicId } = await tests.bot([says('Book'), { id: 'cal', type: 'cal-com', options }, says('Thanks'), ask])
    const page = await tests.page()
    await page.goto(`${tests.service.url}/c/${publicId}`)
    const link = page.getByRole('link', { name: 'Open the page' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://cal.com/ada/15min')
    const goOn = page.locator('colloquy-standard').getByRole('button', { name: 'Continue' })
    await goOn.click()
    await bubble(page, 'Thanks').waitFor()
    await expect.poll(() => goOn.count()).toBe(0)
  })
})

test('a wait for the embedding page ends once that page says so', async () => {
  const wait = { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '3600', shouldPause: true } }
  const { publicId } = await tests.bot([says('Hello'), wait, ask])
  const page = await tests.page()
  const script = `<script type="module" src="${tests.service.url}/widget.js"></script>`
  await page.goto(tests.service.page(`${script}<div id="chat" style="height:600px"></div>`))
  await page.waitForFunction('window.Colloquy')
  const untilGoOn = 'new Promise((resolve) => { window.goOn = resolve })'
  await page.evaluate(
    `void Colloquy.initStandard({ into: '#chat', bot: '${publicId}', untilGoOn: () => ${untilGoOn} })`,
  )
  await page.waitForFunction('window.goOn')
  expect(await transcript(page)).toEqual(['Hello'])
  await expect.poll(() => page.getByRole('radio', { name: 'Go' }).count()).toBe(0)
  await page.evaluate('window.goOn()')
  await page.getByRole('radio', { name: 'Go' }).waitFor()
})
