import { t } from '../i18n/i18n.js'
import { FontList } from './font-list.js'
import { ThemeColours } from './theme-colours.js'
import { ThemeDark } from './theme-dark.js'
import { ThemePictures } from './theme-pictures.js'
import { ThemeShapes } from './theme-shapes.js'
import { useTheme } from './use-theme.js'

/** The parts of a theme that most authors change: colors, font, shapes and pictures. */
export function ThemeCustomize() {
  const { theme, change } = useTheme()
  return (
    <>
      <ThemeColours />
      <ThemeDark />
      <section className="theme-section" aria-labelledby="theme-font">
        <h2 id="theme-font">{t('Font')}</h2>
        <FontList font={theme.general?.font} onChange={(font) => change([['general', 'font'], font])} />
      </section>
      <ThemeShapes />
      <ThemePictures />
    </>
  )
}
