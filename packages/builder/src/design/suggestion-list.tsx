import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { LucideIcon } from 'lucide-react'

export interface SuggestionRow {
  id: string
  text: string
  icon?: LucideIcon | undefined
  hint?: string | undefined
}

/** The suggestions below a field, each as its row says. */
export function SuggestionList<T>({ rowOf }: { rowOf(item: T): SuggestionRow }) {
  return (
    <Base.Portal>
      <Base.Positioner className="combobox-room" sideOffset={4}>
        <Base.Popup className="menu combobox-list">
          <Base.List>
            {(item: T) => {
              const { id, text, icon: Icon, hint } = rowOf(item)
              return (
                <Base.Item key={id} value={item} className="menu-item">
                  {Icon && <Icon size={14} aria-hidden />}
                  <span className="grow cut">{text}</span>
                  {hint && <span className="faint cut">{hint}</span>}
                </Base.Item>
              )
            }}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
