import type { Page } from 'playwright-core'

/** Name of the focused element, as far as the element itself provides one. Looks into frames of the same origin and into widgets. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let focused: Element | null = document.activeElement
    for (;;) {
      const inner: Element | null | undefined =
        focused instanceof HTMLIFrameElement
          ? focused.contentDocument?.activeElement
          : focused?.shadowRoot?.activeElement
      if (!inner || inner === focused?.ownerDocument.body || inner.tagName === 'BODY') break
      focused = inner
    }
    if (!focused) return ''
    const labels = (focused as HTMLInputElement).labels
    return (
      focused.getAttribute('aria-label') ??
      labels?.[0]?.textContent ??
      (focused as HTMLElement).innerText ??
      ''
    ).trim()
  })

/** Presses a key until the focused element has the given name. Throws if that does not happen within `max` presses. */
export async function pressTo(page: Page, key: string, name: string | RegExp, max = 120): Promise<void> {
  const seen: string[] = []
  for (let count = 0; count < max; count += 1) {
    await press(page, key)
    const found = await focusedName(page)
    if (typeof name === 'string' ? found === name : name.test(found)) return
    seen.push(found)
  }
  throw new Error(`Pressing ${key} did not lead to ${name}, but to: ${seen.slice(-max).join(' | ')}`)
}

/** Frames after a key in which a menu or a list moves the focus; a key that does not move it, such as one at the end of a list, waits for all. */
const framesToMove = 10

/** Presses a key, and waits until it has moved the focus: another key would go to the same element before. */
async function press(page: Page, key: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press(key)
  await page.evaluate(
    async ([before, frames]) => {
      // Inside a frame or a widget the focus moves at once.
      const isInside = () => document.activeElement?.matches('iframe') || document.activeElement?.shadowRoot
      for (let frame = 0; frame < frames && document.activeElement === before && !isInside(); frame += 1)
        await new Promise(requestAnimationFrame)
    },
    [before, framesToMove] as const,
  )
  await before.dispose()
}
