import { Dialog } from '../design/dialog.js'
import { sheet } from './shortcut-sheet-state.js'
import { shortcuts } from './shortcuts.js'

const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

/** All keys of the canvas. */
export default function ShortcutSheet() {
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
