import { Dialog } from '../../design/dialog.js'
import { KeyList } from '../../design/key-list.js'
import { useStore } from '../../design/store.js'
import { t } from '../../i18n/i18n.js'
import { devices } from '../view/device-menu.js'
import { choosePointingDevice, pointing } from '../view/pointing-device.js'
import { shortcutSheet } from './shortcut-sheet-state.js'
import { gesturesOf, holds, shortcuts } from './shortcuts.js'
import './shortcut-sheet.css'

/** All keyboard shortcuts of the canvas, and the functions of wheel and mouse. */
export default function ShortcutSheet() {
  const device = useStore(pointing, (it) => it.device)
  return (
    <Dialog title={t('Keyboard shortcuts')} isWide onClose={() => shortcutSheet.set({ isOpen: false })}>
      <KeyList rows={shortcuts} />
      <fieldset>
        <legend>{t('Mouse or trackpad')}</legend>
        <div className="row wrap devices">
          {devices.map(([value, name, hint]) => (
            <label key={value} className="row" title={hint}>
              <input
                type="radio"
                name="pointing-device"
                checked={device === value}
                onChange={() => choosePointingDevice(value)}
              />
              {name}
            </label>
          ))}
        </div>
        <KeyList rows={[...gesturesOf[device], ...holds]} />
      </fieldset>
    </Dialog>
  )
}
