/** Viewports too small for a window beside the page; the window's style sheet uses the same condition. */
const small = '(max-width: 480px), (max-height: 480px)'

export const isFullScreen = (): boolean => matchMedia(small).matches

/** While a window fills a phone, the page behind it does not scroll, and the phone's back button closes the window. */
export class FullScreen {
  readonly #close: () => void
  #leave: (() => void) | undefined

  constructor(close: () => void) {
    this.#close = close
  }

  enter(): void {
    if (!isFullScreen()) return
    const { style } = document.documentElement
    const before = style.overflow
    style.overflow = 'hidden'
    history.pushState(history.state, '')
    const { href } = location
    let isBack = false
    const onBack = () => {
      isBack = true
      this.#close()
    }
    addEventListener('popstate', onBack, { once: true })
    this.#leave = () => {
      style.overflow = before
      removeEventListener('popstate', onBack)
      // A page that has navigated meanwhile stays where it is.
      if (!isBack && location.href === href) history.back()
    }
  }

  leave(): void {
    this.#leave?.()
    this.#leave = undefined
  }
}
