import type { PageModel, RenderedChat } from '@colloquy/chat'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Transcript } from '../chat/transcript.js'
import type { ChatRecord, ChatState } from '../conversation/chat-state.js'
import { promptOf } from '../conversation/prompt-of.js'
import type { ClientAction, Theme } from '../conversation/wire.js'
import type { Texts } from '../texts/more-en.js'
import { themeCss } from '../theme/theme-css.js'
import styles from '../view/chat.css?inline'
import { ChatContext, type ChatServices } from '../view/chat-context.js'
import { chatDirection } from '../view/direction.js'
import ProgressBar from '../view/progress-bar.js'
import { finishPage } from './finish-page.js'
import { normalColour } from './normal-colour.js'
import { pageState } from './page-state.js'
import { pageTexts } from './page-texts.js'
import { PlainComposer } from './plain-composer.js'
import { PlainContext, type PlainServices } from './plain-form.js'
import { plainInputs } from './plain-inputs.js'
import { wordsOf } from './texts-of.js'

/**
 * Renders a conversation in its current state. If the page's script would do something before it shows the rest, the rest is rendered only
 * for visitors without scripts, in a second part that other browsers ignore.
 */
export function renderChat(model: PageModel): RenderedChat {
  const spoken = wordsOf(model.languages)
  const { record, whole, isSame } = pageState(model, spoken.texts, pageTexts(spoken.language).earlier)
  const { theme } = model.session.bot
  const plain = plainServices(model, spoken)
  const actions = (model.turns.at(-1)?.answer.clientSideActions ?? []) as ClientAction[]
  const composer = <PlainComposer record={whole} actions={actions} />
  const isForAll = isSame && whole.input !== undefined && !plainInputs[promptOf(whole.input)].needsScript
  const sheets = new Set([styles])
  const render = (of: ChatRecord, children?: ComponentChildren) =>
    renderFrame({ ...of, phase: 'ready', isTyping: false }, sheets, spoken, children, plain)
  const html = isForAll
    ? render(record, composer)
    : `<div class="scripted">${withoutIds(render(record))}</div><noscript>` +
      `<style nonce="${model.nonce}">.scripted{display:none}</style>${render(whole, composer)}</noscript>`
  const { language } = spoken
  const direction = chatDirection(whole.entries, spoken.texts)
  const look = themeCss(theme as Theme, undefined, { normalize: normalColour, dynamic: record.dynamicTheme })
  return { ...finishPage({ html, sheets, look, language, direction, theme: theme as Theme }), record }
}

interface Spoken {
  language: string
  texts: Texts
}

/** The frame of the widget's own view, with its contents at rest. */
function renderFrame(
  state: ChatState,
  sheets: Set<string>,
  { language, texts }: Spoken,
  children: ComponentChildren,
  plain?: PlainServices,
): string {
  const { settings, theme } = state.session?.bot ?? {}
  const bar = theme?.general?.progressBar
  return renderToString(
    <ChatContext.Provider value={servicesFor(state, sheets, { language, texts })}>
      <PlainContext.Provider value={plain as PlainServices}>
        <div class="place drawn">
          <div class="chat" part="chat" lang={language} dir={chatDirection(state.entries, texts)}>
            {bar?.isEnabled && <ProgressBar value={state.progress ?? 0} isBottom={bar.placement === 'Bottom'} />}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by keyboard */}
            <section class="scroller" aria-label={texts.chat} tabIndex={0}>
              <div class="column">
                {state.session && <Transcript />}
                {children}
                {settings?.general?.isBrandingEnabled && <p class="made-with">{texts.madeWith}</p>}
              </div>
            </section>
          </div>
        </div>
      </PlainContext.Provider>
    </ChatContext.Provider>,
  )
}

/** Services for views that are rendered once; nothing can happen later. */
function servicesFor(state: ChatState, sheets: Set<string>, spoken: Spoken): ChatServices {
  const still = { state, subscribe: () => () => {} }
  return {
    conversation: still as unknown as ChatServices['conversation'],
    connection: { host: 'http://page.invalid' } as ChatServices['connection'],
    ...spoken,
    languages: [],
    scripts: 'off',
    paymentScript: '',
    root: undefined as unknown as ShadowRoot,
    isCalm: () => true,
    addStyles: (css) => void sheets.add(css),
  }
}

function plainServices({ form, people, turns, earlierTurns }: PageModel, { language, texts }: Spoken): PlainServices {
  const { answeredAlready } = pageTexts(language)
  const { problem } = form
  const last = turns.at(-1)?.answer
  return {
    form,
    people,
    texts,
    language,
    questionId: 'question',
    problem: problem === 'answered already' ? answeredAlready : problem?.text,
    isAskedAgain: last?.input !== undefined && last.messages[0]?.id === last.input.id,
    takesFocus: earlierTurns + turns.length > 1,
  }
}

/** If a page is rendered twice, only the second part has the ids that forms refer to. */
const withoutIds = (html: string) => html.replace(/ id="(question|invalid)"/g, '')
