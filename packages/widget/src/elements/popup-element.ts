import { OverlayElement } from './overlay-element.js'
import type { PopupOptions } from './widget-options.js'

/** A chat in a window of its own over the page; the page waits behind it. */
export class PopupElement extends OverlayElement<PopupOptions> {
  readonly kind = 'popup'
}
