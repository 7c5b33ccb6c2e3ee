import { darkTheme, type Theme } from '@colloquy/flow'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useMemo, useState } from 'react'
import { t } from '../i18n/i18n.js'
import { readSolid } from './legible.js'
import { sampleChat } from './sample-chat.js'
import { WidgetFrame } from './widget-frame.js'

/** A sample conversation in a theme, as wide as a desktop or a phone. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const [isPhone, setPhone] = useState(false)
  const { mode = 'off' } = theme.dark ?? {}
  const [seenMode, setSeenMode] = useState(mode)
  const [isDark, setDark] = useState(false)
  // Turning the dark variant on shows it.
  if (mode !== seenMode) {
    setSeenMode(mode)
    setDark(mode !== 'off')
  }
  const isDarkShown = mode === 'always' || (mode === 'device' && isDark)
  const shown = useMemo(() => (isDarkShown ? darkTheme(theme, readSolid) : theme), [theme, isDarkShown])
  return (
    <aside className="theme-stage" aria-label={t('Live preview')}>
      <div className="theme-switches">
        <fieldset className="segments theme-widths">
          <legend className="visually-hidden">{t('Preview width')}</legend>
          <button type="button" aria-pressed={!isPhone} onClick={() => setPhone(false)}>
            <Monitor size={14} aria-hidden /> {t('Desktop')}
          </button>
          <button type="button" aria-pressed={isPhone} onClick={() => setPhone(true)}>
            <Smartphone size={14} aria-hidden /> {t('Phone')}
          </button>
        </fieldset>
        {mode === 'device' && (
          <fieldset className="segments">
            <legend className="visually-hidden">{t('Preview colours')}</legend>
            <button type="button" aria-pressed={!isDark} onClick={() => setDark(false)}>
              <Sun size={14} aria-hidden /> {t('Light')}
            </button>
            <button type="button" aria-pressed={isDark} onClick={() => setDark(true)}>
              <Moon size={14} aria-hidden /> {t('Dark')}
            </button>
          </fieldset>
        )}
      </div>
      <div className={isPhone ? 'theme-device phone' : 'theme-device'}>
        <WidgetFrame title={t('Sample conversation in this theme')} theme={shown} chat={sampleChat} />
      </div>
    </aside>
  )
}
