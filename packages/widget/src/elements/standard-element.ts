import { make } from './make.js'
import { WidgetElement } from './widget-element.js'

/** A chat in the page, as large as the element. */
export class StandardElement extends WidgetElement {
  protected build(): void {
    this.addStyles(':host{display:block;height:100%;min-height:320px}.body{height:100%}')
    Object.assign(this.style, this.options.inlineStyle)
    // A chat that the service has rendered stays in place: moving it would lose the focus.
    const drawn = this.root.querySelector<HTMLElement>('.body')
    const container = drawn ?? make('div', { class: 'body' })
    if (!drawn) this.root.append(container)
    this.load(container).catch(() => {})
  }
}
