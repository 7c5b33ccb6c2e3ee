/**
 * Server-side rendering of chats: the widget's views as HTML, with forms instead of its inputs. It is independent of requests, sessions and
 * storage.
 */
import type { PageRenderer } from '@colloquy/chat'
import { colourOf, darkStyles } from './dark-styles.js'
import { allViews } from './eager-view.js'
import { pageTexts } from './page-texts.js'
import { readForm } from './read-form.js'
import { renderChat } from './render-chat.js'
import { renderNotice } from './render-notice.js'
import { replyWithoutScripts } from './reply-without-scripts.js'
import { wordsOf } from './texts-of.js'

await allViews()

const languageOf: PageRenderer['languageOf'] = (languages) => wordsOf(languages).language

const newsTexts: PageRenderer['newsTexts'] = (languages) => {
  const { language } = wordsOf(languages)
  const { newMessages: empty, showNew: show } = pageTexts(language)
  return { language, empty, show }
}

export const renderer: PageRenderer = {
  renderChat,
  renderNotice,
  readForm,
  newsTexts,
  replyWithoutScripts,
  languageOf,
  colourOf,
  darkStyles,
}
