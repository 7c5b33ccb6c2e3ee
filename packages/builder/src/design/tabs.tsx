import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabsProps<T extends string> {
  value: T
  className?: string
  onChange(value: NoInfer<T>): void
  /** A `TabList` somewhere, and a `TabPanel` for each tab. */
  children: ReactNode
}

/** Parts of a page of which one is shown. For two views of one thing use `Segments`; pages are links. */
export const Tabs = <T extends string>({ value, className, onChange, children }: TabsProps<T>) => (
  <Base.Root value={value} className={className} onValueChange={(next) => onChange(next as T)}>
    {children}
  </Base.Root>
)

interface TabListProps<T extends string> {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: readonly (readonly [value: T, label: string])[]
  /** Tabs that cannot be opened now. */
  disabled?: readonly T[]
}

/** The tabs in a row: one stop of the Tab key, with arrow keys between them. */
export const TabList = <T extends string>({ label, tabs, disabled = [] }: TabListProps<T>) => (
  <Base.List className="tab-list" aria-label={label} activateOnFocus>
    {tabs.map(([value, name]) => (
      <Base.Tab key={value} value={value} className="tab" disabled={disabled.includes(value)}>
        {name}
      </Base.Tab>
    ))}
  </Base.List>
)

/** Content of a tab; only the open one is on the page. */
export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Base.Panel value={value} className="tab-panel">
    {children}
  </Base.Panel>
)
