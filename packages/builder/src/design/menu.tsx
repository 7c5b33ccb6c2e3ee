import { Check } from 'lucide-react'
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { shownKeys } from './keys.js'
import { type MenuProps, useParts } from './menu-parts.js'
import { onDemand, Part } from './on-demand.js'

const MenuWindow = onDemand(() => import('./menu-window.js'), { isSoon: true })

/** A list of actions that opens from a button. Until it is first opened it is no more than the button. */
export function Menu({ trigger, isOpen = false, ...menu }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer' | undefined>(isOpen ? 'pointer' : undefined)
  const own = trigger.props as { onClick?(event: MouseEvent): void }
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick(event: MouseEvent) {
      own.onClick?.(event)
      setOpenedBy(event.detail === 0 ? 'key' : 'pointer')
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setOpenedBy('key')
    },
  })
  if (openedBy === undefined) return closed
  return (
    <Part waiting={closed}>
      <MenuWindow trigger={trigger} openedBy={openedBy} {...menu} />
    </Part>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  keys?: string
  onSelect(): void
}

export function MenuItem({ icon, children, isDanger, isDisabled = false, keys, onSelect }: MenuItemProps) {
  const Base = useParts()
  return (
    <Base.Item className={isDanger ? 'menu-item danger' : 'menu-item'} disabled={isDisabled} onClick={onSelect}>
      {icon}
      <span className="grow">{children}</span>
      {keys && <span className="keys">{shownKeys(keys)}</span>}
    </Base.Item>
  )
}

export function MenuLine() {
  const Base = useParts()
  return <Base.Separator className="menu-line" />
}

/** Items that belong together, under what they have in common. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const Base = useParts()
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

interface MenuChoicesProps {
  label: string
  chosen: string
  choices: readonly (readonly [value: string, name: ReactNode, hint?: string])[]
  onChoose(value: string): void
}

/** One of several, of which the chosen one has a tick. */
export function MenuChoices({ label, chosen, choices, onChoose }: MenuChoicesProps) {
  const Base = useParts()
  return (
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
              {hint && <span className="menu-hint">{hint}</span>}
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
