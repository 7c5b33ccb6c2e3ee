import { integrationOf } from '@colloquy/flow/integrations'
import { t, translated } from '../i18n/i18n.js'

/** Labels of options of themes and settings whose key would make an unclear or overlong label. Those of blocks are in the definitions. */
export const labels: Readonly<Record<string, string>> = {
  url: 'Address',
  color: t('Text colour'),
  backgroundColor: t('Background colour'),
  borderColor: t('Border colour'),
  placeholderColor: t('Placeholder colour'),
  content: t('Content'),
  type: 'Type',
  saveErrorInVariableId: t('Save error to'),
  isEnabled: t('On'),
  roundeness: t('Corners'),
  customRoundeness: t('Corner radius (pixels)'),
  isBrandingEnabled: t('Show “Made with Colloquy”'),
  isTypingEmulationEnabled: t('Typing indicator'),
  isInputPrefillEnabled: t('Prefill earlier answers'),
  isHideQueryParamsEnabled: t('Remove query parameters from URL'),
  isNewResultOnRefreshEnabled: t('Start a new result on refresh'),
  rememberUser: t('Remember visitors'),
  systemMessages: t('Chat texts'),
  typingEmulation: t('Typing'),
  speed: t('Speed (words per minute)'),
  maxDelay: t('Maximum delay (seconds)'),
  delayBetweenBubbles: t('Pause between messages (seconds)'),
  isDisabledOnFirstMessage: t('Skip for first message'),
  metadata: t('Page'),
  favIconUrl: t('Favicon'),
  imageUrl: t('Picture'),
  tagManagerId: t('Tag manager'),
  customHeadCode: t('Custom head code'),
  allowIndexing: t('Allow search engines to index the page'),
  allowedOrigins: t('Allowed domains (one per line)'),
  errorAndMarketingStatusWebhookForwardUrl: t('Forward status reports to'),
  isWebhookForwardingEnabled: t('Forward'),
  webhookForwardingEventTypes: t('What to forward'),
  all: t('Everything, including messages of visitors'),
  errorStatuses: t('Undelivered messages'),
  marketingStatuses: t('Status of marketing messages'),
  messagingPictureChoiceSelectLabel: t('Button below a picture in messaging apps'),
  invalidMessage: t('Invalid answer'),
  botClosed: t('Bot closed'),
  networkErrorTitle: t('No network: title'),
  networkErrorMessage: t('No network: text'),
  popupBlockedTitle: t('Popup blocked: title'),
  popupBlockedDescription: t('Popup blocked: text'),
  popupBlockedButtonLabel: t('Popup blocked: button'),
  fileUploadError: t('Upload failed'),
  fileUploadSizeError: t('File too large'),
  messaging: t('Messaging'),
  channels: t('Channels'),
  privacy: t('Privacy'),
  isVisitRecorded: t('Record the source and device of visitors'),
  publicShare: t('Anyone with the link can view the draft'),
  isBlockedByErrors: t('Block publishing while there are errors'),
  isBlockedByTests: t('Block publishing while tests fail'),
  isBlockedByVisitors: t('Block publishing while synthetic visitors find problems'),
  isBlockedByReplay: t('Block publishing while a replay fails'),
  replayPeriod: t('Replay the conversations of'),
  general: t('General'),
  chat: t('Chat'),
  hostAvatar: t('Bot avatar'),
  guestAvatar: t('Visitor avatar'),
  hostBubbles: t('Bot bubbles'),
  guestBubbles: t('Visitor bubbles'),
  inputs: t('Inputs'),
  buttonsInput: t('Answer buttons'),
  progressBar: t('Progress bar'),
  customCss: t('Custom CSS'),
  container: t('Chat container'),
  publishing: t('Publishing'),
  security: t('Security'),
  enabled: t('Enabled'),
  font: t('Font'),
  family: t('Font family'),
  css: t('CSS address'),
  background: t('Background'),
  placement: t('Placement'),
  thickness: t('Thickness'),
  position: t('Position'),
  blur: t('Blur'),
  opacity: t('Opacity'),
  shadow: t('Shadow'),
  border: t('Border'),
  maxWidth: t('Maximum width'),
  maxHeight: t('Maximum height'),
  roundness: t('Corner radius'),
  dark: t('Dark variant'),
  mode: t('Mode'),
  storage: t('Storage'),
  startCondition: t('Start condition'),
  logicalOperator: t('Logical operator'),
  comparisonOperator: t('Comparison'),
  sessionExpiryTimeout: t('Hours without a message until a chat ends'),
  quietSeconds: t('Seconds in which several messages are one reply'),
  listButton: t('Label of the button that opens a list'),
  idle: t('Conversations with people'),
  hours: t('Hours'),
  action: t('Action'),
  ai: t('AI'),
  ceilings: t('Limits'),
  sessionTokens: t('Tokens per chat'),
  dayTokens: t('Tokens per day'),
  monthCost: t('Cost per month'),
  masking: t('Masking'),
  iban: 'IBAN',
  card: t('Card number'),
  ip: t('IP address'),
}

/** Labels of keys that mean something else in one part of a theme, by the key of the part. */
const labelsWithin: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  progressBar: { color: t('Bar colour'), backgroundColor: t('Track colour') },
  border: { color: t('Border colour') },
}

/** Label of a field: its own, also within the part that contains it, or one made from its key. */
export const labelOf = (key: string, part = ''): string =>
  labelsWithin[part]?.[key] ?? (Object.hasOwn(labels, key) ? translated(labels[key] as string) : fromKey(key))

/** Turns `saveUrlInVariableId` into "Save url in". */
function fromKey(key: string): string {
  const words = key
    .replace(/VariableId$|Id$/, '')
    .replace(/^(is|are|has)(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])([A-Z])/g, ' $1')
    .toLowerCase()
  return translated(words.charAt(0).toUpperCase() + words.slice(1))
}

const choices: Readonly<Record<string, string>> = {
  last7Days: t('Last 7 days'),
  last30Days: t('Last 30 days'),
  allTime: t('All time'),
}

/** Label of a unit or a choice, or the name of a service. */
export const choiceLabel = (value: string): string =>
  choices[value] ?? integrationOf(value)?.label ?? translated(value.charAt(0).toUpperCase() + value.slice(1))
