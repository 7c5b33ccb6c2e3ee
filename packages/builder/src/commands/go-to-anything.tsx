import { Search } from 'lucide-react'
import { shownKeys } from '../design/keys.js'
import { t } from '../i18n/i18n.js'
import { commandPalette } from './palette-state.js'

/** Opens the palette of commands. */
export function GoToAnything() {
  return (
    <button
      type="button"
      className="button plain icon-only hide-narrow"
      aria-label={t('Go to anything')}
      title={t('Go to anything ({keys})', { keys: shownKeys('mod K') })}
      onClick={() => commandPalette.set({ isOpen: true })}
    >
      <Search size={16} />
    </button>
  )
}
