import type { LucideIcon } from 'lucide-react'
import type { Findable } from '../design/find-window.js'
import { t } from '../i18n/i18n.js'

/** The sections of the palette, in their order where nothing is searched for. */
export const sections = [
  t('Recent'),
  t('Actions'),
  t('Pages'),
  t('Panels'),
  t('Flow'),
  t('Blocks'),
  t('Bots'),
  t('Docs'),
  t('Workspaces'),
] as const

/** Something that the palette finds and does. */
export interface Command extends Findable {
  section: (typeof sections)[number]
  icon: LucideIcon
  run(): void
}
