import { createStore } from '../../design/store.js'

export const sheet = createStore<{ isOpen: boolean }>({ isOpen: false })

export const openShortcutSheet = (): void => sheet.set({ isOpen: true })
