/**
 * Server-side rendering of chats: the widget's views as HTML, with forms instead of its inputs. It is independent of requests, sessions and
 * storage.
 */
import type { PageDrawer } from '@colloquy/chat'
import { colourOf, darkStyles } from './dark-styles.js'
import { drawChat } from './draw-chat.js'
import { drawNotice } from './draw-notice.js'
import { allViews } from './eager-view.js'
import { readForm } from './read-form.js'
import { replyWithoutScripts } from './reply-without-scripts.js'
import { wordsOf } from './words-of.js'

await allViews()

const languageOf: PageDrawer['languageOf'] = (languages) => wordsOf(languages).language

export const drawer: PageDrawer = {
  drawChat,
  drawNotice,
  readForm,
  replyWithoutScripts,
  languageOf,
  colourOf,
  darkStyles,
}
