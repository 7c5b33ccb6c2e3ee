import css from './launcher.css?inline'
import { make } from './make.js'
import { OverlayElement } from './overlay-element.js'
import type { BubbleOptions } from './widget-options.js'

const speech =
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1a2.5 2.5 0 0 1-2-2.4z'
const down = 'M5 9l7 7 7-7'

const labels: Record<string, string> = {
  en: 'Chat',
  fr: 'Discussion',
  pt: 'Conversa',
  ar: 'محادثة',
}

/** A round button in the corner of the page that opens a chat beside it; the page stays usable. */
export class BubbleElement extends OverlayElement<BubbleOptions> {
  readonly kind = 'bubble'
  #previewTimer = 0

  protected override build(): void {
    const { launcher: look = {}, previewMessage } = this.options
    const label = labels[this.language()] ?? 'Chat'
    const attributes = { class: look.size ?? '', part: 'button', 'aria-expanded': 'false', 'aria-label': label }
    const picture = (src: string | undefined) => src && make('img', { src, alt: '' })
    const button = make('button', attributes, picture(look.iconUrl) || speech, picture(look.closeIconUrl) || down)
    if (look.backgroundColor) this.style.setProperty('--colloquy-launcher', look.backgroundColor)
    if (look.iconColor) this.style.setProperty('--colloquy-launcher-icon', look.iconColor)
    if (look.placement) this.setAttribute('placement', look.placement)
    button.onclick = () => this.toggle()
    button.onpointerenter = button.onfocus = () => this.expect()
    this.launcher = button
    this.addStyles(css)
    this.root.append(button)
    const delay = previewMessage?.autoShowDelay
    if (delay !== undefined) this.#previewTimer = window.setTimeout(() => this.showPreviewMessage(), delay)
    super.build()
  }

  protected override stop(): void {
    clearTimeout(this.#previewTimer)
    super.stop()
  }
}
