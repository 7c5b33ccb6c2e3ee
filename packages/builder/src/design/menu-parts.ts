import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { t } from '../i18n/i18n.js'

/** What menus are made of, for the items in one: pages that show no menu yet do not load it. */
export const MenuParts = createContext<typeof Base | undefined>(undefined)

export function useParts(): typeof Base {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error(t('Items belong in a menu.'))
  return parts
}

export interface MenuProps {
  /** The button that opens it, as an element. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'end'
  /** Whether it is open when it comes. */
  isOpen?: boolean
  /** Returns the element to focus when the menu closes; null for its button. */
  finalFocus?(): HTMLElement | null
}
