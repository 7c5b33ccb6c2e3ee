import type { MouseEvent } from 'react'
import { isTyping } from '../../design/is-typing.js'
import { createStore } from '../../design/store.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { chooseAt } from '../actions/actions.js'

/** The menu for the selection, and the position on the screen where it was requested. */
export const contextMenu = createStore<{ request: { x: number; y: number } | undefined }>({ request: undefined })

/** Chooses the item below the cursor and opens its menu. In fields and tools the browser's own menu opens. */
export function askForMenu(editor: BotEditor, event: MouseEvent): void {
  const element = event.target as Element
  if (isTyping(event.nativeEvent) || element.closest('.react-flow__panel')) return
  event.preventDefault()
  chooseAt(editor, element)
  contextMenu.set({ request: { x: event.clientX, y: event.clientY } })
}
