import { isDarkTheme } from '@colloquy/flow'
import { Segments } from '../design/segments.js'
import { t } from '../i18n/i18n.js'
import { readSolid } from './legible.js'
import { useTheme } from './use-theme.js'

/** When visitors get the dark variant. */
export function ThemeDark() {
  const { theme, change } = useTheme()
  const mode = theme.dark?.mode ?? 'off'
  const hints = {
    off: t('All visitors see the light colours.'),
    device: t(
      'Visitors whose device prefers dark see dark colours, which are derived from the light ones. Change each of them under Fine-tune.',
    ),
    always: t(
      'All visitors see dark colours, which are derived from the light ones. Change each of them under Fine-tune.',
    ),
  }
  return (
    <section className="theme-section" aria-labelledby="theme-dark">
      <h2 id="theme-dark">{t('Dark variant')}</h2>
      <Segments
        label={t('Dark variant')}
        value={mode}
        choices={[
          ['off', t('Off')],
          ['device', t('Follow device')],
          ['always', t('Always')],
        ]}
        onChange={(next) => change([['dark', 'mode'], next])}
      />
      <p className="faint">
        {isDarkTheme(theme, readSolid)
          ? t('This theme is dark already: its dark variant looks the same.')
          : hints[mode]}
      </p>
    </section>
  )
}
