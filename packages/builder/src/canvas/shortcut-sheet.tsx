import { Dialog } from '../design/dialog.js'
import { createStore, useStore } from '../design/store.js'
import { shortcuts } from './shortcuts.js'

const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

const sheet = createStore<{ isOpen: boolean }>({ isOpen: false })

export const openShortcutSheet = (): void => sheet.set({ isOpen: true })

export function ShortcutSheet() {
  const isOpen = useStore(sheet, (state) => state.isOpen)
  if (!isOpen) return null
  return (
    <Dialog title="Keys" onClose={() => sheet.set({ isOpen: false })}>
      <dl className="keys-list">
        {shortcuts.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys.replace('mod', mod)}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
