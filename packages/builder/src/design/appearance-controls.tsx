import { t } from '../i18n/i18n.js'
import { appearance, chooseColourScheme, chooseContrast } from './colour-scheme.js'
import { Segments } from './segments.js'
import { useStore } from './store.js'

/** Chooses between light and dark pages in this browser. */
export const ThemeControl = () => (
  <Segments
    label={t('Theme')}
    value={useStore(appearance, ({ scheme }) => scheme)}
    choices={[
      ['system', t('System')],
      ['light', t('Light')],
      ['dark', t('Dark')],
    ]}
    onChange={chooseColourScheme}
  />
)

/** Chooses the contrast of pages in this browser. */
export const ContrastControl = () => (
  <Segments
    label={t('Contrast')}
    value={useStore(appearance, ({ contrast }) => contrast)}
    choices={[
      ['system', t('System')],
      ['standard', t('Standard')],
      ['more', t('High')],
    ]}
    onChange={chooseContrast}
  />
)
