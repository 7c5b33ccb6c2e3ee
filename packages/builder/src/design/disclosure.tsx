import type { ReactNode } from 'react'

interface DisclosureProps {
  title: ReactNode
  className?: string
  /** Open initially, or controlled if `onToggle` is given. */
  isOpen?: boolean
  onToggle?(isOpen: boolean): void
  children: ReactNode
}

/** Content collapsed below its title. The browser's search finds and opens it. */
export const Disclosure = ({ title, className = '', isOpen, onToggle, children }: DisclosureProps) => (
  <details
    className={`disclosure ${className}`.trim()}
    open={isOpen}
    onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
  >
    <summary>{title}</summary>
    {children}
  </details>
)
