import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { GoToAnything } from '../commands/go-to-anything.js'
import { commandPalette } from '../commands/palette-state.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { warmUp } from '../design/warm-up.js'
import { t } from '../i18n/i18n.js'
import { AccountMenu } from './account-menu.js'
import { Logo } from './logo.js'
import './top-bar.css'
import type { User } from '../service/user.js'

const Palette = onDemand(() => import('../commands/palette.js'))

/** The bar above all pages but those of a bot. */
export const TopBar = ({ user, children }: { user: User; children?: ReactNode }) => (
  <header className="top-bar">
    <Link href="/" className="plain-link" aria-label={t('Colloquy: to your bots')}>
      <Logo />
    </Link>
    {children}
    <span className="grow" />
    <PaletteAnywhere />
    <AccountMenu user={user} />
  </header>
)

/** Opens the command palette, also by its key. */
function PaletteAnywhere() {
  const isOpen = useStore(commandPalette, (it) => it.isOpen)
  useEffect(warmUp, [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.isTrusted || !(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      commandPalette.set({ isOpen: true })
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <GoToAnything />
      {isOpen && (
        <DialogPart>
          <Palette />
        </DialogPart>
      )}
    </>
  )
}
