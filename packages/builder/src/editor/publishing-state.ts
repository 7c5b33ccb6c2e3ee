import { createStore } from '../design/store.js'

/** True while something other than the publish button, such as the command palette, asks to publish the draft. */
export const publishing = createStore<{ isAsked: boolean }>({ isAsked: false })
