import type { Page } from 'playwright-core'

/** Controls of the form of a block. */
export const controlSelector = [
  // Values for trying out a block are not saved.
  'input:not([type="file"]):not([type="color"]):not([data-unkept]):not([aria-hidden="true"])',
  '.select',
  'textarea',
  '[contenteditable="true"]',
]
  .map((it) => `.side-body ${it}`)
  .join(', ')

/** Names and values of all controls in the form. */
export const shownBy = (page: Page) =>
  page.locator(controlSelector).evaluateAll((all) =>
    all.map((element) => {
      const control = element as HTMLInputElement
      const name = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? ''
      if (control.matches('.select')) return `${name}: ${control.dataset.value}`
      if (control.isContentEditable) return `${name}: ${control.innerText.trim()}`
      return `${name}: ${control.type === 'checkbox' ? control.checked : control.value}`
    }),
  )
