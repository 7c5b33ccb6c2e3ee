import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { AccountMenu } from './account-menu.js'
import { Logo } from './logo.js'
import './top-bar.css'
import type { User } from './user.js'

/** The bar above all pages but those of a bot. */
export const TopBar = ({ user, children }: { user: User; children?: ReactNode }) => (
  <header className="top-bar">
    <Link href="/" className="plain-link" aria-label="Colloquy: to your bots">
      <Logo />
    </Link>
    {children}
    <span className="grow" />
    <AccountMenu user={user} />
  </header>
)
