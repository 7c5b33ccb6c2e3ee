import { seenHeight } from '../view/keep-visible.js'
import { Cover, isFullScreen } from './cover.js'
import { make } from './make.js'
import css from './overlay.css?inline'
import { closeBySwipe } from './swipe.js'
import type { BubbleOptions, OverlayOptions, PopupOptions } from './widget-options.js'

/** The element that opens a window. */
export interface OverlayHost extends EventTarget {
  readonly kind: 'popup' | 'bubble'
  readonly root: ShadowRoot
  readonly options: Partial<OverlayOptions>
  readonly launcher: HTMLElement | undefined
  language(): string
  addStyles(css: string): void
  load(container: HTMLElement): Promise<{ focus(): void }>
}

const cross = 'M6 6l12 12M18 6L6 18'

/** Labels around the chat: the window, its close button, the dismissal of a message. */
const labels: Record<string, [chat: string, close: string, dismiss: string]> = {
  en: ['Chat', 'Close chat', 'Dismiss'],
  fr: ['Discussion', 'Fermer la discussion', 'Fermer'],
  de: ['Chat', 'Chat schließen', 'Schließen'],
  es: ['Chat', 'Cerrar el chat', 'Cerrar'],
  pt: ['Conversa', 'Fechar a conversa', 'Fechar'],
  it: ['Chat', 'Chiudi la chat', 'Chiudi'],
  ar: ['محادثة', 'إغلاق المحادثة', 'إغلاق'],
}

/**
 * The window of a popup or bubble, and the message that invites visitors to open it. A popup is modal, and so is a bubble that fills a
 * phone. Returns the focus to where it was.
 */
export class Overlay {
  isShown = false
  readonly #element: OverlayHost
  readonly #window: HTMLDialogElement
  readonly #body = make('div', { class: 'body' })
  readonly #labels: [string, string, string]
  readonly #cover = new Cover(() => this.close())
  #preview: HTMLElement | undefined
  #before: Element | null = null

  constructor(element: OverlayHost) {
    this.#element = element
    this.#labels = labels[element.language()] ?? (labels.en as [string, string, string])
    element.addStyles(css)
    const close = make('button', { class: 'close', 'aria-label': this.#labels[1], part: 'close-button' }, cross)
    close.onclick = () => this.close()
    this.#window = this.#makeWindow()
    this.#window.append(this.#body, close)
    this.#window.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      this.close()
    })
    closeBySwipe(this.#window, () => this.close())
    element.root.prepend(this.#window)
    window.visualViewport?.addEventListener('resize', this.#fit)
  }

  open(): void {
    if (this.isShown) return
    this.isShown = true
    this.#before = document.activeElement
    this.hidePreview()
    Object.assign(this.#window.style, this.#element.options.inlineStyle)
    const isModal = this.#element.kind === 'popup' || isFullScreen()
    if (isModal) this.#window.showModal()
    else this.#window.show()
    this.#fit()
    if (isModal) this.#cover.enter()
    this.#window.focus()
    this.#element
      .load(this.#body)
      .then((chat) => this.isShown && chat.focus())
      .catch(() => {})
    this.#tell('open')
  }

  close(): void {
    if (!this.isShown) return
    this.isShown = false
    this.#cover.leave()
    this.#window.close()
    const back = this.#element.launcher ?? this.#before
    if (back instanceof HTMLElement) back.focus()
    this.#tell('close')
  }

  showPreview(): void {
    const { previewMessage, onPreviewMessageClick, onPreviewMessageDismissed } = this.#element.options as BubbleOptions
    if (!previewMessage || this.isShown || this.#preview?.isConnected) return
    const text = make('button', { class: 'preview-text', part: 'preview-message' })
    if (previewMessage.avatarUrl) text.append(make('img', { src: previewMessage.avatarUrl, alt: '' }))
    text.append(previewMessage.message)
    const dismiss = make(
      'button',
      { class: 'preview-close', 'aria-label': this.#labels[2], part: 'preview-close-button' },
      cross,
    )
    const { backgroundColor = '', textColor = '' } = previewMessage
    const { closeButtonBackgroundColor = '', closeButtonIconColor = '' } = previewMessage
    Object.assign(text.style, { backgroundColor, color: textColor })
    Object.assign(dismiss.style, { backgroundColor: closeButtonBackgroundColor, color: closeButtonIconColor })
    text.onclick = () => {
      onPreviewMessageClick?.()
      this.open()
    }
    dismiss.onclick = () => {
      this.hidePreview()
      onPreviewMessageDismissed?.()
    }
    this.#preview = make('div', { class: 'preview', role: 'status' })
    this.#preview.append(text, dismiss)
    this.#element.root.append(this.#preview)
  }

  hidePreview(): void {
    this.#preview?.remove()
  }

  end(): void {
    window.visualViewport?.removeEventListener('resize', this.#fit)
    if (this.isShown) this.#cover.leave()
    this.#window.remove()
    this.hidePreview()
  }

  #makeWindow(): HTMLDialogElement {
    const { kind, options } = this.#element
    const look = kind === 'popup' ? 'popup' : 'panel'
    const dialog = make('dialog', {
      class: `window ${look}`,
      part: 'bot',
      'aria-label': this.#labels[0],
      tabindex: '-1',
    })
    const { width } = options as PopupOptions
    if (width) dialog.style.setProperty('--width', width)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.close()
    })
    if (kind === 'popup') dialog.addEventListener('click', (event) => event.target === dialog && this.close())
    return dialog
  }

  #tell(what: 'open' | 'close'): void {
    const { options, launcher } = this.#element
    launcher?.setAttribute('aria-expanded', String(this.isShown))
    if (what === 'open') options.onOpen?.()
    else options.onClose?.()
    this.#element.dispatchEvent(new CustomEvent(what))
  }

  /** Keeps the window above the keyboard of a phone. */
  readonly #fit = () => {
    const { height, top } = seenHeight()
    this.#window.style.setProperty('--seen', `${height}px`)
    this.#window.style.setProperty('--top', `${top}px`)
  }
}
