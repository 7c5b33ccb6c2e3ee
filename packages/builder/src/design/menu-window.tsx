import { Menu as Base } from '@base-ui/react/menu'
import { useLayoutEffect, useRef } from 'react'
import { menuContainer } from './menu-container.js'
import { MenuParts, type MenuProps } from './menu-parts.js'

type MenuWindowProps = Pick<MenuProps, 'trigger' | 'children' | 'align' | 'finalFocus'> & {
  /** How it was opened: by a key, the first item takes the focus. */
  openedBy: 'key' | 'pointer'
}

/** A menu that is open when it comes, and its button from then on. */
export default function MenuWindow({ trigger, children, align = 'end', finalFocus, openedBy }: MenuWindowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isByKey = openedBy === 'key'
  useLayoutEffect(() => {
    if (isByKey) [button.current?.focus(), button.current?.click()]
  }, [isByKey])
  return (
    <Base.Root defaultOpen={!isByKey}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal className="menu-room" container={menuContainer()}>
        <Base.Positioner align={align} sideOffset={4} positionMethod="fixed">
          <Base.Popup className="menu" finalFocus={() => finalFocus?.() ?? true}>
            <MenuParts value={Base}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
