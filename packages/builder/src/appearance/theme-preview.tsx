import type { Theme } from '@colloquy/flow'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { t } from '../i18n/i18n.js'
import { sampleChat } from './sample-chat.js'
import { WidgetFrame } from './widget-frame.js'

/** A sample conversation in a theme, as wide as a desktop or a phone. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const [isPhone, setPhone] = useState(false)
  return (
    <aside className="theme-stage" aria-label={t('Live preview')}>
      <fieldset className="segments theme-widths">
        <legend className="visually-hidden">{t('Preview width')}</legend>
        <button type="button" aria-pressed={!isPhone} onClick={() => setPhone(false)}>
          <Monitor size={14} aria-hidden /> {t('Desktop')}
        </button>
        <button type="button" aria-pressed={isPhone} onClick={() => setPhone(true)}>
          <Smartphone size={14} aria-hidden /> {t('Phone')}
        </button>
      </fieldset>
      <div className={isPhone ? 'theme-device phone' : 'theme-device'}>
        <WidgetFrame title={t('Sample conversation in this theme')} theme={theme} chat={sampleChat} />
      </div>
    </aside>
  )
}
