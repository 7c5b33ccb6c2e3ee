import { OverlayElement } from './overlay-element.js'
import type { PopupOptions } from './widget-options.js'

/** A chat in a modal window over the page. */
export class PopupElement extends OverlayElement<PopupOptions> {
  readonly kind = 'popup'
}
