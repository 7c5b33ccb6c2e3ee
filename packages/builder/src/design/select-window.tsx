import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { groupsOf, nameIn, type SelectButtonProps } from './choices.js'
import { menuContainer } from './menu-container.js'

/** A select that is open when it comes, and its button from then on. */
export default function SelectWindow(props: SelectButtonProps & { isInDialog: boolean }) {
  const { id, label, value, choices, disabled, required, describedBy, isInDialog, onChange } = props
  const [isOpen, setOpen] = useState(true)
  const groups = groupsOf(choices)
  const all = groups.flatMap(([, list]) => list)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        id={id}
        value={value}
        open={isOpen}
        onOpenChange={setOpen}
        disabled={disabled ?? false}
        required={required ?? false}
        modal={false}
        onValueChange={(next) => onChange(next ?? '')}
      >
        <Base.Trigger className="text select" data-value={value} aria-describedby={describedBy}>
          <span className="cut">{nameIn(all, value)}</span>
        </Base.Trigger>
        <Base.Portal className="menu-room" container={isInDialog ? undefined : menuContainer()}>
          <Base.Positioner align="start" sideOffset={4} positionMethod="fixed" alignItemWithTrigger={false}>
            <Base.Popup className="menu select-list" aria-label={isOpen ? label : undefined}>
              {groups.map(([heading, list]) => (
                <Base.Group key={heading}>
                  {heading !== '' && <Base.GroupLabel className="menu-label">{heading}</Base.GroupLabel>}
                  {list.map(([choice, name]) => (
                    <Base.Item key={choice} value={choice} label={name} className="menu-item" data-value={choice}>
                      <Base.ItemText className="grow">{name}</Base.ItemText>
                      <Base.ItemIndicator className="select-tick">
                        <Check size={15} aria-hidden />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.Group>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
