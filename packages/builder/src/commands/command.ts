import type { LucideIcon } from 'lucide-react'
import type { Findable } from '../design/find-window.js'

/** The sections of the palette, in their order where nothing is searched for. */
export const sections = [
  'Recent',
  'Actions',
  'Pages',
  'Panels',
  'Flow',
  'Blocks',
  'Bots',
  'Docs',
  'Workspaces',
] as const

/** Something that the palette finds and does. */
export interface Command extends Findable {
  section: (typeof sections)[number]
  icon: LucideIcon
  run(): void
}
