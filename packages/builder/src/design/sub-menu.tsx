import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParts } from './menu-parts.js'
import { room } from './menu-room.js'

interface SubMenuProps {
  icon: ReactNode
  label: string
  children: ReactNode
}

/** An item of a menu that opens another menu beside it. */
export function SubMenu({ icon, label, children }: SubMenuProps) {
  const Base = useParts()
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className="menu-item">
        {icon}
        <span className="grow">{label}</span>
        <ChevronRight size={15} aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal className="menu-room" container={room()}>
        <Base.Positioner positionMethod="fixed" alignOffset={-4}>
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
