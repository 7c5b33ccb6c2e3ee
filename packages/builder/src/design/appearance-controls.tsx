import { appearance, chooseColourScheme, chooseContrast } from './colour-scheme.js'
import { Segments } from './segments.js'
import { useStore } from './store.js'

/** Chooses between light and dark pages in this browser. */
export const ThemeControl = () => (
  <Segments
    label="Theme"
    value={useStore(appearance, ({ scheme }) => scheme)}
    choices={[
      ['system', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]}
    onChange={chooseColourScheme}
  />
)

/** Chooses the contrast of pages in this browser. */
export const ContrastControl = () => (
  <Segments
    label="Contrast"
    value={useStore(appearance, ({ contrast }) => contrast)}
    choices={[
      ['system', 'System'],
      ['standard', 'Standard'],
      ['more', 'High'],
    ]}
    onChange={chooseContrast}
  />
)
