import { createStore } from '../design/store.js'

/** Whether something else than its button, such as the command palette, asks for the draft to be published. */
export const publishing = createStore<{ isAsked: boolean }>({ isAsked: false })
