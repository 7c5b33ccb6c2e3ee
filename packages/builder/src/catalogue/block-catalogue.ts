import type { Block, BlockType } from '@colloquy/flow'
import {
  ArrowRightLeft,
  AtSign,
  AudioLines,
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

export type Section = 'Bubbles' | 'Inputs' | 'Logic' | 'Integrations' | 'Services'

export interface CatalogueEntry {
  label: string
  /** What it does, in half a sentence. */
  hint: string
  section: Section
  icon: LucideIcon
  /** Not offered in the palette: only older flows have it. */
  isOld?: boolean
}

const entry =
  (section: Section) =>
  (label: string, icon: LucideIcon, hint: string, isOld?: boolean): CatalogueEntry => ({
    label,
    icon,
    hint,
    section,
    ...(isOld && { isOld }),
  })
const bubble = entry('Bubbles')
const input = entry('Inputs')
const logic = entry('Logic')
const integration = entry('Integrations')
const service = entry('Services')

/** How each type of block is called and drawn. */
export const blockCatalogue: Readonly<Record<BlockType, CatalogueEntry>> = {
  text: bubble('Text', MessageSquareText, 'Says something'),
  image: bubble('Image', Image, 'Shows a picture'),
  video: bubble('Video', PlaySquare, 'Plays a video'),
  audio: bubble('Audio', Volume2, 'Plays a sound'),
  embed: bubble('Embed', Globe, 'Shows another page'),
  'text input': input('Text', TextCursorInput, 'Asks for words'),
  'number input': input('Number', Hash, 'Asks for a number'),
  'email input': input('E-mail', AtSign, 'Asks for an e-mail address'),
  'url input': input('Website', Link2, 'Asks for a web address'),
  'date input': input('Date', Calendar, 'Asks for a day, or two'),
  'time input': input('Time', Clock, 'Asks for a time of day'),
  'phone number input': input('Phone', Phone, 'Asks for a phone number'),
  'choice input': input('Buttons', ListChecks, 'Offers answers to choose from'),
  'picture choice input': input('Pictures', Images, 'Offers pictures to choose from'),
  'rating input': input('Rating', Star, 'Asks for stars or a number'),
  'file input': input('File', FileUp, 'Asks for files'),
  'payment input': input('Payment', CreditCard, 'Takes a payment'),
  cards: input('Cards', GalleryHorizontal, 'Offers cards with buttons'),
  'Set variable': logic('Set variable', Braces, 'Puts a value into a variable'),
  Condition: logic('Condition', GitBranch, 'Goes different ways'),
  Redirect: logic('Redirect', ExternalLink, 'Opens another address'),
  Code: logic('Script', CodeXml, 'Runs JavaScript'),
  'Bot link': logic('Other bot', Workflow, 'Goes on in another bot'),
  Wait: logic('Wait', Hourglass, 'Pauses for some seconds'),
  'AB test': logic('Split test', SplitSquareHorizontal, 'Sends visitors two ways by chance'),
  Jump: logic('Jump', CornerDownRight, 'Goes on at another place'),
  Return: logic('Return', Undo2, 'Goes back to where an event came from'),
  webhook: logic('Wait for call', Webhook, 'Waits until another service calls'),
  start: logic('Start', Flag, 'The start of an older flow', true),
  Webhook: integration('HTTP request', ArrowRightLeft, 'Calls another service'),
  Email: integration('Send e-mail', Mail, 'Sends an e-mail'),
  'Google Sheets': integration('Google Sheets', Sheet, 'Reads and writes rows'),
  'Google Analytics': integration('Google Analytics', ChartLine, 'Reports an event'),
  Pixel: integration('Pixel', Target, 'Reports a conversion'),
  Chatwoot: integration('Chatwoot', MessagesSquare, 'Hands over to people'),
  Zapier: integration('Zapier', Zap, 'Starts an automation'),
  'Make.com': integration('Make.com', Zap, 'Starts an automation'),
  Pabbly: integration('Pabbly', Zap, 'Starts an automation'),
  OpenAI: integration('OpenAI (older)', Sparkles, 'Asks a model', true),
  openai: service('OpenAI', Sparkles, 'Asks a model'),
  anthropic: service('Anthropic', Sparkles, 'Asks a model'),
  mistral: service('Mistral', Sparkles, 'Asks a model'),
  groq: service('Groq', Sparkles, 'Asks a model'),
  'together-ai': service('Together', Sparkles, 'Asks a model'),
  'open-router': service('OpenRouter', Sparkles, 'Asks a model'),
  perplexity: service('Perplexity', Sparkles, 'Asks a model'),
  deepseek: service('DeepSeek', Sparkles, 'Asks a model'),
  'dify-ai': service('Dify', Sparkles, 'Asks an agent'),
  elevenlabs: service('ElevenLabs', AudioLines, 'Speaks a text'),
  'chat-node': service('ChatNode', Bot, 'Asks an agent'),
  'cal-com': service('Cal.com', Calendar, 'Books a time'),
  'qr-code': service('QR code', QrCode, 'Draws a code'),
  nocodb: service('NocoDB', Sheet, 'Reads and writes records'),
  posthog: service('PostHog', ChartLine, 'Reports an event'),
  segment: service('Segment', ChartLine, 'Reports an event'),
  zendesk: service('Zendesk', MessageCircle, 'Hands over to people'),
  gmail: service('Gmail', Mail, 'Sends an e-mail'),
  blink: service('Blink', Reply, 'Posts to a feed'),
}

export const sections: readonly Section[] = ['Bubbles', 'Inputs', 'Logic', 'Integrations', 'Services']

/** The entry of a block, also of one whose type is not known here. */
export const entryOf = (block: Block | { type: string }): CatalogueEntry =>
  blockCatalogue[block.type as BlockType] ?? {
    label: block.type,
    hint: 'Kept as it is',
    section: 'Services',
    icon: Puzzle,
  }

/** The colour of a section, as the end of a custom property's name. */
export const tone = (section: Section): string =>
  ({ Bubbles: 'bubble', Inputs: 'input', Logic: 'logic', Integrations: 'link', Services: 'link' })[section]
