import { Dialog } from '../design/dialog.js'
import { shortcuts } from './shortcuts.js'

const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export const ShortcutSheet = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Keys" onClose={onClose}>
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
