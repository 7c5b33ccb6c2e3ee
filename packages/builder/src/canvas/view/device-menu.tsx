import type { ReactElement } from 'react'
import { Menu, MenuChoices } from '../../design/menu.js'
import { useStore } from '../../design/store.js'
import { t } from '../../i18n/i18n.js'
import { choosePointingDevice, type PointingDevice, pointing } from './pointing-device.js'

export const devices = [
  ['automatic', t('Automatic'), t('Wheel zooms, two fingers pan')],
  ['mouse', t('Mouse'), t('The wheel zooms, a drag moves the view')],
  ['trackpad', t('Trackpad'), t('Two fingers move the view, a drag chooses')],
] as const satisfies readonly (readonly [PointingDevice, string, string])[]

interface DeviceMenuProps {
  trigger: ReactElement<Record<string, unknown>>
  /** True if the menu opens as soon as it is loaded. */
  isOpen: boolean
}

/** Chooses how the canvas interprets the wheel and a drag. */
export default function DeviceMenu({ trigger, isOpen }: DeviceMenuProps) {
  const device = useStore(pointing, (it) => it.device)
  return (
    <Menu trigger={trigger} isOpen={isOpen} align="start">
      <MenuChoices
        label={t('The canvas is moved with')}
        chosen={device}
        choices={devices}
        onChoose={(next) => choosePointingDevice(next as PointingDevice)}
      />
    </Menu>
  )
}
