import { Dialog } from '../design/dialog.js'
import { KeyList } from '../design/key-list.js'
import { t } from '../i18n/i18n.js'
import { views } from './views.js'

const shortcuts = [
  ['J', t('Next conversation')],
  ['K', t('Previous conversation')],
  [t('Enter'), t('Open the conversation, or write in it')],
  ['R', t('Write a reply')],
  ['N', t('Write a private note')],
  ['T', t('Take over')],
  ['E', t('Resolve, or open again')],
  ['B', t('Return to the bot')],
  ['Z', t('Undo sending')],
  ['I', t('Show or hide details')],
  [`1 – ${views.length}`, t('Open a view')],
  [t('Escape'), t('Leave the field, or close the conversation')],
  ['/', t('Search, or insert a saved reply while writing')],
  ['@', t('Mention somebody in a note')],
  ['?', t('Show this list')],
] as const

/** All keyboard shortcuts of the inbox. */
export default function ShortcutSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <KeyList rows={shortcuts} />
    </Dialog>
  )
}
