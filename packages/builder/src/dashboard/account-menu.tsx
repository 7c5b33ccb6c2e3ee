import { BookOpen, CircleUser, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import type { User } from '../app/user.js'
import { chooseColourScheme } from '../design/colour-scheme.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'

/** Who is signed in, the colours of the pages, and the way out. */
export function AccountMenu({ user, onSignOut }: { user: User; onSignOut(): void }) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="button plain icon-only"
          aria-label={`Account of ${user.name ?? user.email ?? 'the owner'}`}
        >
          <CircleUser size={18} />
        </button>
      }
    >
      <MenuItem icon={<Sun size={15} />} onSelect={() => chooseColourScheme('light')}>
        Light
      </MenuItem>
      <MenuItem icon={<Moon size={15} />} onSelect={() => chooseColourScheme('dark')}>
        Dark
      </MenuItem>
      <MenuItem icon={<Monitor size={15} />} onSelect={() => chooseColourScheme('system')}>
        As the system
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<BookOpen size={15} />} onSelect={() => window.open('/api/docs', '_blank', 'noopener')}>
        Reference of the API
      </MenuItem>
      <MenuItem icon={<LogOut size={15} />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
