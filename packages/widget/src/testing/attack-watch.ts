import type { BrowserContext } from 'playwright-core'
import { type AttackString, forbiddenHost } from './attack-strings.js'

/** Records which attack strings got through in any frame of a context: by their call, or by a request to the forbidden host. */
export async function watchForAttacks(context: BrowserContext) {
  const ran = new Set<number>()
  await context.exposeBinding('__ran', (_, number: number) => void ran.add(Number(number)))
  await context.route(
    (url) => url.hostname === forbiddenHost,
    (route) => {
      ran.add(Number(/\d+/.exec(new URL(route.request().url()).pathname)?.[0]))
      return route.abort()
    },
  )
  return { ran }
}

/** Script of a page that inserts each string in the vulnerable way that the string needs. */
export function carelessPage(strings: readonly AttackString[]): string {
  const cases = strings.flatMap(({ careless, text, way, number }) =>
    careless ? [{ number, way, markup: careless(text) }] : [],
  )
  return `
    const focusAll = (root) => root.querySelectorAll('[autofocus]').forEach((one) => one.focus())
    for (const { markup, way } of ${JSON.stringify(cases).replaceAll('<', '\\u003c')}) {
      if (way === 'element' || way === 'twice') {
        const place = document.body.appendChild(document.createElement('div'))
        place.innerHTML = markup
        if (way === 'twice') place.innerHTML = place.innerHTML
        focusAll(place)
      } else {
        const frame = document.createElement('iframe')
        if (way === 'page') {
          frame.srcdoc = markup
          frame.onload = () => focusAll(frame.contentDocument)
        } else frame.src = markup
        document.body.append(frame)
      }
    }`
}

/** Responses for the chats of a run; each of `texts` replaces the sign in `starts`. */
export interface AttackRun {
  starts: Record<string, object>
  sign: string
  texts: string[]
}

/**
 * Runs in a page before its widget: answers the widget's requests inside the page, so that nothing on the way makes a string harmless.
 * `__attackAll` starts the chat again for each text and start, and resolves to forbidden contents and the number of times the text was
 * rendered.
 */
export function answerWithAttacks({ starts, sign, texts }: AttackRun): void {
  let answer = fill(Object.values(starts)[0] ?? {}, '')
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  const real = window.fetch
  window.fetch = async (address, options) => {
    if (String(address).includes('/startChat')) return json(answer)
    return String(address).includes('/api/') ? json({}) : real(address, options)
  }
  const loaded = ['href', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'data', 'style', 'background']
  const suspicious = (element: Element) =>
    element.getAttributeNames().filter((name) => {
      const value = element.getAttribute(name) ?? ''
      if (name.startsWith('on') || name === 'srcdoc') return true
      if (name === 'style') return !/^([\w-]+: ?[\w\s.%/-]+; ?)+$/.test(value)
      if (element instanceof HTMLImageElement && value.startsWith('data:image/')) return false
      return loaded.includes(name) && !/^(https?:\/\/|mailto:|tel:|sms:)/.test(value)
    })
  // Timers would wait for four milliseconds each.
  const { port1, port2 } = new MessageChannel()
  const after = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(0)
    })

  function fill(value: object, text: string) {
    return JSON.parse(JSON.stringify(value), (_, one) =>
      typeof one === 'string' ? one.replaceAll(sign, () => text) : one,
    )
  }

  async function attackAll(element: HTMLElement) {
    const found: string[] = []
    const empty: string[] = []
    let drawn = 0
    for (const text of texts) {
      for (const [name, start] of Object.entries(starts)) {
        answer = fill(start, text)
        const asked = new Promise((resolve) => element.addEventListener('newinputblock', resolve, { once: true }))
        window.Colloquy?.reset()
        await asked
        const root = element.shadowRoot as ShadowRoot
        const isDrawn = () => root.querySelector('.composer')?.textContent && !root.querySelector('.waiting')
        for (const end = performance.now() + 5000; !isDrawn() && performance.now() < end; ) await after()
        // Styles load their resources only when they are used.
        void element.offsetHeight
        drawn += 1
        if (!root.querySelector('.composer')?.textContent) empty.push(`${name}: ${text}`)
        for (const one of root.querySelectorAll('*')) {
          const names = suspicious(one)
          if (names.length > 0 || /^(SCRIPT|STYLE|OBJECT|EMBED|META|LINK|BASE)$/.test(one.tagName))
            found.push(`${name}: ${one.outerHTML.slice(0, 200)}`)
          if (one instanceof HTMLElement && one.tabIndex >= 0 && drawn % 7 === 0) one.focus()
        }
      }
    }
    return { found, empty, drawn }
  }
  Object.assign(window, { __attackAll: attackAll })
}
