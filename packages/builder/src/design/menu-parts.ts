import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { t } from '../i18n/i18n.js'

/** Components of menus, for the items in one. Pages without an open menu do not load them. */
export const MenuParts = createContext<typeof Base | undefined>(undefined)

export function useParts(): typeof Base {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error(t('Items belong in a menu.'))
  return parts
}

export interface MenuProps {
  /** The button that opens the menu, as an element. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'end'
  /** True if the menu is open initially. */
  isOpen?: boolean
  /** Returns the element to focus when the menu closes; null for its button. */
  finalFocus?(): HTMLElement | null
}
