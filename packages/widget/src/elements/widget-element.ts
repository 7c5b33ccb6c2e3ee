import type { Chat } from '../chat/mount-chat.js'
import { make } from './make.js'
import { optionsFromAttributes, type WidgetOptions } from './widget-options.js'

/** Without a page, as in server-side rendering, the module can still be loaded. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

export const live = new Set<WidgetElement>()

/** Base of standard, popup and bubble: their options, and a chat that is loaded when it is first needed. */
export abstract class WidgetElement<Options extends WidgetOptions = WidgetOptions> extends Base {
  /** Resolves to the chat once it has been loaded. */
  chat: Promise<Chat> | undefined
  variables: Record<string, unknown> = {}
  #given: Partial<Options> = {}
  root!: ShadowRoot
  /** The button that opens it, if it has its own. */
  launcher: HTMLElement | undefined

  get options(): Partial<Options> {
    return { ...(optionsFromAttributes(this) as Partial<Options>), ...this.#given }
  }

  set options(options: Partial<Options>) {
    const before = this.options
    this.#given = options
    if (!this.isConnected || live.has(this as WidgetElement) === false) return
    if (before.bot !== options.bot || before.apiHost !== options.apiHost) this.reload()
    else this.update(before)
  }

  connectedCallback(): void {
    this.root ??= this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    live.add(this as WidgetElement)
    this.build()
  }

  disconnectedCallback(): void {
    live.delete(this as WidgetElement)
    this.stop()
    this.root.replaceChildren()
    this.root.adoptedStyleSheets = []
  }

  reload(): void {
    this.disconnectedCallback()
    this.connectedCallback()
  }

  open(): void {}
  close(): void {}
  toggle(): void {}
  showPreviewMessage(): void {}
  hidePreviewMessage(): void {}

  /** Two letters: the language of the widget, else of the page, else of the browser. */
  language(): string {
    const around = this.options.lang ?? this.closest('[lang]')?.getAttribute('lang')
    return (around || navigator.language).slice(0, 2).toLowerCase()
  }

  /** Constructable style sheets are allowed by a strict policy of the page. */
  addStyles(css: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    this.root.adoptedStyleSheets.push(sheet)
  }

  protected abstract build(): void
  protected update(_before: Partial<Options>): void {}

  protected stop(): void {
    void this.chat?.then((chat) => chat.unmount())
    this.chat = undefined
  }

  /** Loads the chat into a place, once. */
  load(container: HTMLElement): Promise<Chat> {
    this.chat ??= this.#mount(container)
    return this.chat
  }

  async #mount(container: HTMLElement): Promise<Chat> {
    try {
      const { mountWidget } = await loadChat()
      return await mountWidget(this as WidgetElement, container, ownHost())
    } catch (error) {
      console.error('Colloquy: the chat could not be loaded.', error)
      this.chat = undefined
      const again = make('button', { 'aria-label': '↻' }, 'M20 12a8 8 0 1 1-2.3-5.6M20 4v5h-5')
      again.onclick = () => this.load(container).catch(() => {})
      // A page rendered by the service works without the chat.
      if (!container.firstChild) container.append(again)
      throw error
    }
  }
}

/** Address that this script was loaded from. */
const ownHost = () => {
  const script = String(import.meta.url)
  return script.slice(0, script.lastIndexOf('/'))
}

export const loadChat = () => import('./mount-widget.js')
