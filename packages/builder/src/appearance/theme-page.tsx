import type { Theme } from '@colloquy/flow'
import { useEffect, useState } from 'react'
import { TabList, TabPanel, Tabs } from '../design/tabs.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { markSeen } from '../frame/checklist-state.js'
import { t } from '../i18n/i18n.js'
import { ThemeCustomize } from './theme-customize.js'
import { ThemeFineTune } from './theme-fine-tune.js'
import { ThemeGallery } from './theme-gallery.js'
import { ThemePreview } from './theme-preview.js'
import { useTheme } from './use-theme.js'
import './theme-page.css'

type Tab = 'gallery' | 'customize' | 'fine-tune'

const tabs: readonly (readonly [Tab, string])[] = [
  ['gallery', t('Gallery')],
  ['customize', t('Customize')],
  ['fine-tune', t('Fine-tune')],
]

/** The look of the bot, beside the real widget in it. Readers see every option as it is. */
export default function ThemePage() {
  const { bot, isReadOnly } = useBotEditor()
  useEffect(() => markSeen(bot.id, 'theme'), [bot.id])
  const { theme } = useTheme()
  const [tab, setTab] = useState<Tab>('gallery')
  const [tried, setTried] = useState<Theme>()
  const open = (next: Tab) => {
    setTried(undefined)
    setTab(next)
  }
  return (
    <div className="theme-page">
      {isReadOnly ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
        <section className="theme-controls" tabIndex={0} aria-label={t('Theme')}>
          <div className="theme-head">
            <h1>{t('Theme')}</h1>
          </div>
          <ReadOnlyFields>
            <ThemeFineTune />
          </ReadOnlyFields>
        </section>
      ) : (
        <Tabs className="theme-controls" value={tab} onChange={open}>
          <div className="theme-head">
            <h1>{t('Theme')}</h1>
            <TabList label={t('Theme settings')} tabs={tabs} />
          </div>
          <TabPanel value="gallery">
            <ThemeGallery onTry={setTried} />
          </TabPanel>
          <TabPanel value="customize">
            <ThemeCustomize />
          </TabPanel>
          <TabPanel value="fine-tune">
            <ThemeFineTune />
          </TabPanel>
        </Tabs>
      )}
      <ThemePreview theme={tried ?? theme} />
    </div>
  )
}
