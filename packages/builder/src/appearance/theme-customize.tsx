import { Moon } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import { darkVariant } from './dark-variant.js'
import { FontList } from './font-list.js'
import { readColour } from './legible.js'
import { ThemeColours } from './theme-colours.js'
import { ThemePictures } from './theme-pictures.js'
import { ThemeShapes } from './theme-shapes.js'
import { useTheme } from './use-theme.js'

/** What most authors change: colours, font, shapes and pictures. */
export function ThemeCustomize() {
  const { theme, change, wear } = useTheme()
  return (
    <>
      <ThemeColours />
      <button
        type="button"
        className="button theme-dark"
        onClick={() => wear(darkVariant(theme, readColour), t('Dark variant'))}
      >
        <Moon size={14} /> {t('Turn into a dark theme')}
      </button>
      <section className="theme-section" aria-labelledby="theme-font">
        <h2 id="theme-font">{t('Font')}</h2>
        <FontList font={theme.general?.font} onChange={(font) => change([['general', 'font'], font])} />
      </section>
      <ThemeShapes />
      <ThemePictures />
    </>
  )
}
