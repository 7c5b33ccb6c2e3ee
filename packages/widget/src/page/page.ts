/**
 * Draws chats as pages, for a server: the widget's views as HTML, with forms in the places of its inputs. It knows nothing of requests,
 * sessions or storage.
 */
import type { PageDrawer } from '@colloquy/chat'
import { drawChat, drawNotice } from './draw-chat.js'
import { allViews } from './eager-view.js'
import { readForm } from './read-form.js'
import { replyWithoutScripts } from './reply-without-scripts.js'

await allViews()

export const drawer: PageDrawer = { drawChat, drawNotice, readForm, replyWithoutScripts }
