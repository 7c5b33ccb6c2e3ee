import { render } from 'preact'
import { browserStores, browserSurroundings, newKey } from '../conversation/browser-surroundings.js'
import { chatMemory } from '../conversation/chat-memory.js'
import { connect } from '../conversation/connection.js'
import { Conversation } from '../conversation/conversation.js'
import type { Theme } from '../conversation/wire.js'
import { loadTexts } from '../texts/load-texts.js'
import { ChatContext, type ChatServices } from '../view/chat-context.js'
import type { ChatOptions } from '../view/chat-options.js'
import { sheetsOf } from '../view/chat-sheets.js'
import { ChatView } from './chat-view.js'
import { styleChat } from './style-chat.js'

export interface Chat {
  setPrefilledVariables(variables: Record<string, unknown>): void
  setInputValue(value: string): void
  submitInput(): void
  command(command: string): void
  restart(): void
  focus(): void
  /** Replaces the theme from the service; for pages in which a theme is designed. */
  setTheme(theme: Theme): void
  unmount(): void
}

/** Mounts a chat in a shadow root and starts it. */
export async function mountChat(root: ShadowRoot, parent: Element, options: ChatOptions): Promise<Chat> {
  const container = document.createElement('div')
  const { search } = location
  container.className = 'place'
  const sheets = sheetsOf(root)
  const languages = wantedLanguages(root, options.lang)
  const { language, texts } = await loadTexts(languages)
  const connection = connect({ ...options, headers: { ...frameHeader(), ...options.headers } }, browserSurroundings)
  const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden
  const scripts = options.scripts ?? 'page'
  const body: Record<string, unknown> = {
    isStreamEnabled: true,
    prefilledVariables: { ...addressVariables(), ...options.prefilledVariables },
    ...(options.resultId && { resultId: options.resultId }),
    ...(options.contact && !options.isPreview && { contact: options.contact }),
    ...(options.isPreview && { startFrom: options.startFrom, sessionId: options.sessionId }),
  }
  const memory = chatMemory(
    `${options.host}:${options.isPreview ? 'preview:' : ''}${options.bot}${options.contact ? `:${options.contact.id}` : ''}`,
    options.sessionId ? {} : browserStores(),
  )
  const handed = options.isHandedOver
    ? await import('./take-over.js').then(({ takeOver }) => takeOver(root, memory))
    : undefined
  const conversation = new Conversation({
    connection,
    memory,
    handed,
    surroundings: browserSurroundings,
    request: { bot: options.bot, body },
    act: async (action, conversation, signal) => {
      const { runAction } = await import('../actions/run-action.js')
      return runAction(action, conversation, signal, {
        ...options,
        connection,
        scripts,
        surroundings: browserSurroundings,
      })
    },
    isCalm,
    broughtBack: async (input) =>
      search.includes('redirect_status')
        ? (await import('../inputs/payment-input.js')).bringsBack(input, search)
        : undefined,
    newKey,
    events: options.events,
  })
  const services: ChatServices = {
    conversation,
    connection,
    texts,
    language,
    languages,
    scripts,
    root,
    paymentScript: options.paymentScript ?? 'https://js.stripe.com/v3/',
    isCalm,
    addStyles: sheets.add,
  }
  const sight = options.ownsPage
    ? import('../view/keep-visible.js').then(({ keepVisible }) => keepVisible(root.host as HTMLElement))
    : undefined
  const undress = styleChat(conversation, sheets, options)
  const bar = options.progressBarRef
  const outerBar = bar && 'current' in bar ? bar.current : bar
  parent.replaceChildren(container)
  render(
    <ChatContext.Provider value={services}>
      <ChatView hasOwnBar={!outerBar} />
    </ChatContext.Provider>,
    container,
  )
  const removeBar = outerBar
    ? import('../view/progress-bar.js').then((bar) => bar.renderOuterBar(outerBar, services))
    : undefined
  void conversation.begin()
  const answer = (act: (at: typeof import('./soon.js')) => void) => void import('./soon.js').then(act).catch(() => {})
  return {
    setPrefilledVariables: (variables) => {
      body.prefilledVariables = { ...(body.prefilledVariables as object), ...variables }
    },
    setInputValue: (value) => answer((at) => at.fillAnswer(root, value)),
    submitInput: () => answer((at) => at.submitAnswer(root)),
    command: (command) => void conversation.command(command),
    restart: () => void conversation.restart(),
    focus: () => answer((at) => at.focusField(root)),
    setTheme: (theme) => {
      const { session } = conversation.state
      if (session) conversation.set({ session: { ...session, bot: { ...session.bot, theme } } })
    },
    unmount() {
      void removeBar?.then((remove) => remove())
      void sight?.then((end) => end())
      undress()
      conversation.close()
      render(null, container)
      container.remove()
      sheets.remove()
    },
  }
}

function wantedLanguages(root: ShadowRoot, given: string | undefined): string[] {
  const around = root.host.closest('[lang]')?.getAttribute('lang')
  return [given, around, ...navigator.languages].filter((tag) => typeof tag === 'string' && tag !== '') as string[]
}

/** Variables may come from the page's address, as in links of an email. */
function addressVariables(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location.search))
}

/** A page in a frame names the page around it, for bots that only certain pages may show. */
function frameHeader(): Record<string, string> {
  if (window.parent === window || !document.referrer) return {}
  return { 'x-bot-iframe-referrer-origin': new URL(document.referrer).origin }
}
