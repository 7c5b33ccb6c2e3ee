import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useEffect } from 'react'
import { menuContainer } from './menu-container.js'
import { MenuParts } from './menu-parts.js'

interface MenuAtProps {
  /** On the screen. */
  x: number
  y: number
  label: string
  children: ReactNode
  onClose(): void
}

/** A list of actions that opens at a place, for what is there. */
export function MenuAt({ x, y, label, children, onClose }: MenuAtProps) {
  useEffect(() => {
    const before = document.activeElement
    // Once it is closed the keys go back to where they were, unless what was chosen has taken them elsewhere.
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    }
  }, [])
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal className="menu-room" container={menuContainer()}>
        <Base.Positioner anchor={anchor} align="start" positionMethod="fixed">
          <Base.Popup className="menu" aria-label={label} finalFocus={false}>
            <MenuParts value={Base}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
