/** Viewports too small for a window beside the page; the window's style sheet uses the same condition. */
const small = '(max-width: 480px), (max-height: 480px)'

export const isFullScreen = (): boolean => matchMedia(small).matches

/** While a window covers the page, the page does not scroll. If it fills a phone, the phone's back button closes the window. */
export class Cover {
  readonly #close: () => void
  #leave: (() => void) | undefined

  constructor(close: () => void) {
    this.#close = close
  }

  enter(): void {
    const { style, clientWidth } = document.documentElement
    const { overflow, scrollbarGutter } = style
    // The page keeps its width without its scroll bar.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    const forgetBack = isFullScreen() ? this.#closeOnBack() : undefined
    this.#leave = () => {
      Object.assign(style, { overflow, scrollbarGutter })
      forgetBack?.()
    }
  }

  leave(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  /** Returns the function that takes the entry out of the history again. */
  #closeOnBack(): () => void {
    history.pushState(history.state, '')
    const { href } = location
    let isBack = false
    const onBack = () => {
      isBack = true
      this.#close()
    }
    addEventListener('popstate', onBack, { once: true })
    return () => {
      removeEventListener('popstate', onBack)
      // A page that has navigated meanwhile stays where it is.
      if (!isBack && location.href === href) history.back()
    }
  }
}
