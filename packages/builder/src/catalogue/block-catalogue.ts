import type { Block, BlockType } from '@colloquy/flow'
import type { BlockDefinition, BlockIcon, ServiceLogo } from '@colloquy/flow/blocks'
import type { IntegrationIcon } from '@colloquy/flow/integrations'
import { type ShownBlock, type ShownIntegration, shownBlocks, shownIntegrations } from '@colloquy/flow/shown'
import {
  ArrowRightLeft,
  AtSign,
  AudioLines,
  BookOpen,
  Bot,
  Braces,
  Calendar,
  ChartLine,
  Clock,
  CodeXml,
  CornerDownRight,
  CreditCard,
  ExternalLink,
  FileUp,
  Flag,
  GalleryHorizontal,
  GitBranch,
  Globe,
  Hash,
  Headset,
  Hourglass,
  Image,
  Images,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Palette,
  Phone,
  PlaySquare,
  Puzzle,
  QrCode,
  Reply,
  Sheet,
  Sparkles,
  SplitSquareHorizontal,
  Star,
  Target,
  TextCursorInput,
  Undo2,
  Volume2,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import { t, translated } from '../i18n/i18n.js'

export type Section = 'Bubbles' | 'Inputs' | 'Logic' | 'Integrations' | 'Services'

export interface CatalogueEntry {
  label: string
  /** Short description, half a sentence. */
  hint: string
  section: Section
  /** Other search terms. */
  keywords: readonly string[]
  icon: LucideIcon
  logo?: ServiceLogo
  /** Not offered in the palette: only older flows contain it. */
  isOld?: boolean
  /** The block loads a script of another service into the page of the chat, which not every page allows. */
  needsPageScripts?: true
}

const icons: Record<BlockIcon | IntegrationIcon, LucideIcon> = {
  'arrow-right-left': ArrowRightLeft,
  'at-sign': AtSign,
  'audio-lines': AudioLines,
  'book-open': BookOpen,
  bot: Bot,
  braces: Braces,
  calendar: Calendar,
  'chart-line': ChartLine,
  clock: Clock,
  code: CodeXml,
  'corner-down-right': CornerDownRight,
  'credit-card': CreditCard,
  'external-link': ExternalLink,
  'file-up': FileUp,
  flag: Flag,
  gallery: GalleryHorizontal,
  'git-branch': GitBranch,
  globe: Globe,
  hash: Hash,
  headset: Headset,
  hourglass: Hourglass,
  image: Image,
  images: Images,
  link: Link2,
  'list-checks': ListChecks,
  mail: Mail,
  'message-circle': MessageCircle,
  'message-square': MessageSquareText,
  'messages-square': MessagesSquare,
  palette: Palette,
  phone: Phone,
  play: PlaySquare,
  'qr-code': QrCode,
  reply: Reply,
  sheet: Sheet,
  sparkles: Sparkles,
  split: SplitSquareHorizontal,
  star: Star,
  target: Target,
  'text-cursor': TextCursorInput,
  undo: Undo2,
  volume: Volume2,
  webhook: Webhook,
  workflow: Workflow,
  zap: Zap,
}

const sectionNames: Record<BlockDefinition['section'], Section> = {
  bubble: 'Bubbles',
  input: 'Inputs',
  logic: 'Logic',
  integration: 'Integrations',
}

type Described = Pick<ShownBlock | ShownIntegration, 'label' | 'description' | 'keywords' | 'logo' | 'icon'>

const entry = (section: Section, { label, icon, logo, description, keywords }: Described): CatalogueEntry => ({
  label: translated(label),
  icon: icons[icon],
  ...(logo && { logo }),
  hint: translated(description),
  section,
  keywords: keywords.split(', ').filter(Boolean),
})

function nativeEntry(definition: ShownBlock): CatalogueEntry {
  const { section, isOld, needsPageScripts } = definition
  return {
    ...entry(sectionNames[section], definition),
    ...(isOld && { isOld }),
    ...(needsPageScripts && { needsPageScripts }),
  }
}

const catalogue = new Map<string, CatalogueEntry>([
  ...shownBlocks.map((definition) => [definition.type, nativeEntry(definition)] as const),
  ...Object.entries(shownIntegrations).map(([type, shown]) => [type, entry('Services', shown)] as const),
])

/** Name and icon of each type of block, in the order of the palette. */
export const catalogueEntries = [...catalogue.entries()] as readonly (readonly [BlockType, CatalogueEntry])[]

export const sections: readonly Section[] = ['Bubbles', 'Inputs', 'Logic', 'Integrations', 'Services']

/** The entry of a block, including blocks of an unknown type. */
export const entryOf = (block: Block | { type: string }): CatalogueEntry =>
  catalogue.get(block.type) ?? {
    label: block.type,
    hint: t('Kept as it is'),
    section: 'Services',
    keywords: [],
    icon: Puzzle,
  }

/** The color of a section, as the end of a custom property's name. */
export const tone = (section: Section): string =>
  ({ Bubbles: 'bubble', Inputs: 'input', Logic: 'logic', Integrations: 'link', Services: 'link' })[section]
