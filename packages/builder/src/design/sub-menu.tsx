import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { menuContainer } from './menu-container.js'
import { useParts } from './menu-parts.js'

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
      <Base.Portal className="menu-room" container={menuContainer()}>
        <Base.Positioner positionMethod="fixed" alignOffset={-4}>
          {/* ArrowLeft and Escape focus the item anyway. A chosen action may have moved the focus, to a form for example, and keeps it there. */}
          <Base.Popup className="menu" finalFocus={false}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
