import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'

interface MenuProps {
  /** The button that opens it, as an element. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'end'
  /** Whether it is open when it comes. */
  isOpen?: boolean
}

/** A list of actions that opens from a button. */
export function Menu({ trigger, children, align = 'end', isOpen = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={isOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal className="menu-room" container={room()}>
        <Base.Positioner align={align} sideOffset={4} positionMethod="fixed">
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

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
      <Base.Portal className="menu-room" container={room()}>
        <Base.Positioner anchor={anchor} align="start" positionMethod="fixed">
          <Base.Popup className="menu" aria-label={label} finalFocus={false}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Menus open inside of the main part of a page, wherever their button is: what stands outside of all parts is skipped by who goes from one to another. */
const room = () => document.querySelector('main')

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  keys?: string
  onSelect(): void
}

export function MenuItem({ icon, children, isDanger, isDisabled = false, keys, onSelect }: MenuItemProps) {
  return (
    <Base.Item className={isDanger ? 'menu-item danger' : 'menu-item'} disabled={isDisabled} onClick={onSelect}>
      {icon}
      <span className="grow">{children}</span>
      {keys && <span className="keys">{keys}</span>}
    </Base.Item>
  )
}

export const MenuLine = () => <Base.Separator className="menu-line" />

/** Items that belong together, under what they have in common. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

interface MenuChoicesProps {
  label: string
  chosen: string
  /** Each with what it means. */
  choices: readonly (readonly [value: string, name: string, hint: string])[]
  onChoose(value: string): void
}

/** One of several, of which the chosen one has a tick. */
export const MenuChoices = ({ label, chosen, choices, onChoose }: MenuChoicesProps) => (
  <Base.Group>
    <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
    <Base.RadioGroup value={chosen} onValueChange={onChoose}>
      {choices.map(([value, name, hint]) => (
        <Base.RadioItem key={value} value={value} className="menu-item" closeOnClick>
          <span className="menu-tick">
            <Base.RadioItemIndicator>
              <Check size={15} />
            </Base.RadioItemIndicator>
          </span>
          <span className="grow">
            {name}
            <span className="menu-hint">{hint}</span>
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </Base.Group>
)
