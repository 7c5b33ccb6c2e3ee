import type { Overlay } from './overlay.js'
import { loadChat, WidgetElement } from './widget-element.js'
import type { OverlayOptions } from './widget-options.js'

/** Base of popup and bubble: a window over the page, which is loaded when it is needed. */
export abstract class OverlayElement<Options extends OverlayOptions = OverlayOptions> extends WidgetElement<Options> {
  abstract readonly kind: 'popup' | 'bubble'
  #overlay: Promise<Overlay> | undefined
  #timer = 0

  protected build(): void {
    const { isOpen, defaultOpen, autoShowDelay } = this.options
    if (isOpen ?? defaultOpen) this.open()
    else if (autoShowDelay !== undefined) this.#timer = window.setTimeout(() => this.open(), autoShowDelay)
  }

  protected override update(before: Partial<Options>): void {
    const { isOpen } = this.options
    if (isOpen === before.isOpen || isOpen === undefined) return
    if (isOpen) this.open()
    else this.close()
  }

  protected override stop(): void {
    clearTimeout(this.#timer)
    void this.#overlay?.then((overlay) => overlay.end())
    this.#overlay = undefined
    super.stop()
  }

  override open(): void {
    clearTimeout(this.#timer)
    this.#with((overlay) => overlay.open())
  }

  override close(): void {
    this.#with((overlay) => overlay.close())
  }

  override toggle(): void {
    this.#with((overlay) => (overlay.isShown ? overlay.close() : overlay.open()))
  }

  override showPreviewMessage(): void {
    this.#with((overlay) => overlay.showPreview())
  }

  override hidePreviewMessage(): void {
    this.#with((overlay) => overlay.hidePreview())
  }

  /** Preloads the chat when somebody seems to need it. */
  protected expect(): void {
    this.#with(() => {})
    loadChat().catch(() => {})
  }

  #with(run: (overlay: Overlay) => void): void {
    this.#overlay ??= import('./overlay.js').then(({ Overlay }) => new Overlay(this))
    this.#overlay.then(run).catch(() => {
      this.#overlay = undefined
    })
  }
}
