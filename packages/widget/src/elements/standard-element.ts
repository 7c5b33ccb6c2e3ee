import { make } from './make.js'
import { WidgetElement } from './widget-element.js'

/** A chat in the page, as large as the element. */
export class StandardElement extends WidgetElement {
  protected build(): void {
    this.addStyles(':host{display:block;height:100%;min-height:320px}.body{height:100%}')
    const place = this.root.querySelector<HTMLElement>('.body') ?? make('div', { class: 'body' })
    this.root.append(place)
    this.load(place).catch(() => {})
  }
}
