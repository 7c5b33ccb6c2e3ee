import { createStore } from '../../design/store.js'

export const shortcutSheet = createStore<{ isOpen: boolean }>({ isOpen: false })

export const openShortcutSheet = (): void => shortcutSheet.set({ isOpen: true })
