import { render } from 'preact'
import { browserStores, browserSurroundings, newKey } from '../conversation/browser-surroundings.js'
import { chatMemory } from '../conversation/chat-memory.js'
import { connect } from '../conversation/connection.js'
import { Conversation, type ConversationEvents } from '../conversation/conversation.js'
import type { Theme } from '../conversation/wire.js'
import { loadWords } from '../words/load-words.js'
import { ChatContext, type ChatServices, type ScriptMode } from './chat-context.js'
import styles from './chat.css?inline'
import { dressChat } from './dress-chat.js'
import { ChatView } from './chat-view.js'

/** What the page around says about one chat. */
export interface ChatOptions {
  bot: string
  /** Address of the service. */
  host: string
  isPreview?: boolean
  startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string }
  sessionId?: string
  resultId?: string
  prefilledVariables?: Record<string, unknown>
  headers?: Record<string, string>
  /** Parts of the theme that this page wants otherwise. */
  theme?: Theme
  font?: string
  /** Language of the widget's own words; else that of the element, the page, the browser. */
  lang?: string
  scripts?: ScriptMode
  /** Address of the realtime host that listeners connect to. */
  wsHost?: string
  paymentScript?: string
  /** Where the progress bar is drawn instead of in the chat. */
  progressBarRef?: { current: HTMLElement | null } | HTMLElement
  /** The page is the chat's own, so that its address may be tidied up. */
  ownsPage?: boolean
  events?: ConversationEvents & { scriptDone?(message: string): void }
}

export interface Chat {
  setPrefilledVariables(variables: Record<string, unknown>): void
  setInputValue(value: string): void
  submitInput(): void
  command(command: string): void
  restart(): void
  focus(): void
  unmount(): void
}

/** Puts a chat into a shadow root and begins it. */
export async function mountChat(root: ShadowRoot, parent: Node, options: ChatOptions): Promise<Chat> {
  const place = document.createElement('div')
  const { search } = location
  place.className = 'place'
  const sheets = sheetsOf(root)
  parent.appendChild(place)
  const { language, words } = await loadWords(wantedLanguages(root, options.lang))
  const connection = connect({ host: options.host, headers: { ...frameHeader(), ...options.headers } }, browserSurroundings)
  const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden
  const scripts = options.scripts ?? 'page'
  const body: Record<string, unknown> = {
    isStreamEnabled: true,
    prefilledVariables: { ...addressVariables(), ...options.prefilledVariables },
    ...(options.resultId && { resultId: options.resultId }),
    ...(options.isPreview && { startFrom: options.startFrom, sessionId: options.sessionId }),
  }
  const conversation = new Conversation({
    connection,
    memory: chatMemory(`${options.host}:${options.isPreview ? 'preview:' : ''}${options.bot}`, browserStores()),
    surroundings: browserSurroundings,
    request: { bot: options.bot, isPreview: options.isPreview, body },
    act: async (action, context) => {
      const { runAction } = await import('../actions/run-action.js')
      return runAction(action, { ...options, context, connection, scripts, surroundings: browserSurroundings })
    },
    isCalm,
    broughtBack: async (input) =>
      search.includes('redirect_status')
        ? (await import('../inputs/payment-return.js')).bringsBack(input, search)
        : undefined,
    newKey,
    events: options.events,
  })
  const services: ChatServices = {
    conversation,
    connection,
    words,
    language,
    scripts,
    root,
    paymentScript: options.paymentScript ?? 'https://js.stripe.com/v3/',
    isCalm,
    addStyles: sheets.add,
  }
  const undress = dressChat(conversation, sheets, options)
  const bar = options.progressBarRef
  const outerBar = bar && 'current' in bar ? bar.current : bar
  render(
    <ChatContext.Provider value={services}>
      <ChatView hasOwnBar={!outerBar} />
    </ChatContext.Provider>,
    place,
  )
  const undrawBar = outerBar ? import('./outer-bar.js').then((bar) => bar.drawOuterBar(outerBar, services)) : undefined
  void conversation.begin()
  const answer = () => root.querySelector<HTMLInputElement>('[data-answer]')
  return {
    setPrefilledVariables: (variables) => {
      body.prefilledVariables = { ...(body.prefilledVariables as object), ...variables }
    },
    setInputValue(value) {
      const field = answer()
      if (!field) return
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    // After a value that was set just before has been drawn.
    submitInput: () => void setTimeout(() => root.querySelector<HTMLFormElement>('.composer form')?.requestSubmit()),
    command: (command) => void conversation.command(command),
    restart: () => void conversation.restart(),
    focus() {
      const field = matchMedia('(pointer: coarse)').matches ? null : answer()
      const target = field ?? root.querySelector<HTMLElement>('.composer button') ?? root.querySelector<HTMLElement>('.log')
      target?.focus({ preventScroll: true })
    },
    unmount() {
      void undrawBar?.then((undraw) => undraw())
      undress()
      conversation.close()
      render(null, place)
      place.remove()
      sheets.remove()
    },
  }
}

export interface ChatSheets {
  /** The variables of the theme. */
  readonly theme: CSSStyleSheet
  /** What the bot's author has written. */
  readonly custom: CSSStyleSheet
  add(css: string): void
  remove(): void
}

/** Constructable sheets need neither an inline style nor a style element, so that a strict policy of the page lets them be. */
function sheetsOf(root: ShadowRoot): ChatSheets {
  const before = root.adoptedStyleSheets
  const [base, theme, custom] = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()]
  base.replaceSync(styles)
  const added = new Map<string, CSSStyleSheet>()
  const adopt = () => {
    root.adoptedStyleSheets = [...before, base, ...added.values(), theme, custom]
  }
  adopt()
  return {
    theme,
    custom,
    add(css) {
      if (added.has(css)) return
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      added.set(css, sheet)
      adopt()
    },
    remove: () => {
      root.adoptedStyleSheets = before
    },
  }
}

function wantedLanguages(root: ShadowRoot, given: string | undefined): string[] {
  const around = root.host.closest('[lang]')?.getAttribute('lang')
  return [given, around, ...navigator.languages].filter((tag) => typeof tag === 'string' && tag !== '') as string[]
}

/** Variables may come in the page's address, as links in a mail bring them. */
function addressVariables(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location.search))
}

/** A page in a frame says which page is around it, for bots that only some pages may show. */
function frameHeader(): Record<string, string> {
  if (window.parent === window || !document.referrer) return {}
  return { 'x-bot-iframe-referrer-origin': new URL(document.referrer).origin }
}
