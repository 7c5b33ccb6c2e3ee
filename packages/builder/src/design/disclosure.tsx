import type { ReactNode } from 'react'

interface DisclosureProps {
  title: ReactNode
  className?: string
  /** Open at first, or as long as this says so where `onToggle` follows it. */
  isOpen?: boolean
  onToggle?(isOpen: boolean): void
  children: ReactNode
}

/** What is folded away below its title. The browser finds and opens what stands in it. */
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
