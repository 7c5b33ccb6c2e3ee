import type { Page } from 'playwright-core'

/** What has the keys: its name, as far as it is told by the element itself. Looks into frames of the same origin and into widgets. */
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

/** Presses a key until what has the focus has a name; throws when it does not come up. */
export async function pressTo(page: Page, key: string, name: string | RegExp, most = 120): Promise<void> {
  const seen: string[] = []
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press(key)
    const found = await focusedName(page)
    if (typeof name === 'string' ? found === name : name.test(found)) return
    seen.push(found)
  }
  throw new Error(`Pressing ${key} did not lead to ${name}, but to: ${seen.slice(-most).join(' | ')}`)
}
