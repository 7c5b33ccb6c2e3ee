import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, CircleUser, CodeXml, LogOut, Monitor, Moon, Settings, Sun, Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { chooseColourScheme } from '../design/colour-scheme.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { resetForUser } from '../service/reset-for-user.js'
import { signOut } from '../service/signing-in.js'
import type { User } from '../service/user.js'

/** Menu of the signed-in user: account, color scheme and sign-out. */
export function AccountMenu({ user }: { user: User }) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const leave = async () => {
    try {
      await signOut()
      resetForUser(queries, null)
    } catch (problem) {
      showError(problem)
    }
  }
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Account of {name}', { name: user.name ?? user.email ?? t('the owner') })}
        >
          <CircleUser size={18} />
        </button>
      }
    >
      <MenuItem icon={<Settings size={15} />} onSelect={() => go('/account')}>
        {t('Your account')}
      </MenuItem>
      {user.isAdmin && (
        <MenuItem icon={<Users size={15} />} onSelect={() => go('/instance')}>
          {t('Manage the instance')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<Sun size={15} />} onSelect={() => chooseColourScheme('light')}>
        {t('Light')}
      </MenuItem>
      <MenuItem icon={<Moon size={15} />} onSelect={() => chooseColourScheme('dark')}>
        {t('Dark')}
      </MenuItem>
      <MenuItem icon={<Monitor size={15} />} onSelect={() => chooseColourScheme('system')}>
        {t('System')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<BookOpen size={15} />} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
        {t('Documentation')}
      </MenuItem>
      <MenuItem icon={<CodeXml size={15} />} onSelect={() => window.open('/api/docs', '_blank', 'noopener')}>
        {t('API reference')}
      </MenuItem>
      <MenuItem icon={<LogOut size={15} />} onSelect={leave}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  )
}
