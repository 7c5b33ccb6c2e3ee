import { t } from '../i18n/i18n.js'
import { useCommandsEverywhere } from './everywhere.js'
import { PaletteWindow } from './palette-window.js'

/** The palette on pages that belong to no bot. */
export default function Palette() {
  const commands = useCommandsEverywhere()
  return (
    <PaletteWindow
      commands={commands}
      placeholder={t('Search bots, pages and actions')}
      onChoose={({ run }) => run()}
    />
  )
}
