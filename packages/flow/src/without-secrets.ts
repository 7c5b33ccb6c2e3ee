import { isObject } from './json.js'
import { maskedKinds } from './settings.js'
import { shownContents } from './shown-options.js'

interface Showable {
  groups: unknown
  events: unknown
  variables: unknown
  settings: unknown
}

/**
 * Returns a flow as everyone may see it: its structure and what visitors get to see. Shows only the properties that the tables below allow.
 * Credentials, people, data for other services, code that the service runs, and initial values of variables stay hidden; instead of them,
 * only a name of a variable is shown.
 */
export function withoutSecrets<T extends Showable>(bot: T): T {
  return {
    ...bot,
    groups: show(bot.groups, [groupRule]),
    events: show(bot.events, [eventRule]),
    variables: show(bot.variables, [
      {
        ...each('shown', 'id', 'name', 'isSessionVariable', 'isPrivate'),
        attribute: each('shown', 'key', 'type'),
      },
    ]),
    settings: show(bot.settings, settingsRule) ?? {},
  }
}

/**
 * How much of a value is shown: all of a `shown` string, number or boolean; of `blocks` what the roles of their fields allow. Of objects,
 * the listed properties; of lists, each item by the single rule in the list.
 */
export type Rule = 'shown' | 'hidden' | 'blocks' | readonly [Rule] | Rules
export interface Rules {
  readonly [property: string]: Rule
}

function show(value: unknown, rule: Rule): unknown {
  switch (rule) {
    case 'hidden':
      return undefined
    case 'shown':
      return typeof value === 'object' && value !== null ? undefined : value
    case 'blocks':
      return Array.isArray(value) ? value.map(shownBlock) : undefined
  }
  if (isList(rule)) return Array.isArray(value) ? value.map((item) => show(item, rule[0]) ?? {}) : undefined
  return isObject(value) ? shownProperties(value, rule) : undefined
}

const isList = (rule: readonly [Rule] | Rules): rule is readonly [Rule] => Array.isArray(rule)

function shownProperties(value: Record<string, unknown>, rules: Rules): Record<string, unknown> {
  const shown = Object.entries(value).map(([key, child]) => {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
    return [key, rule && show(child, rule)] as const
  })
  return Object.fromEntries(shown.filter(([, child]) => child !== undefined))
}

/** Unknown types show only the common fields. */
const shownBlock = (block: unknown): unknown =>
  isObject(block) ? { ...shownProperties(block, envelope), ...shownContents(block) } : {}

/** All properties with the same rule. */
function each(rule: Rule, ...properties: string[]): Rules {
  return Object.fromEntries(properties.map((property) => [property, rule]))
}

const envelope: Rules = {
  ...each('shown', 'id', 'type', 'outgoingEdgeId', 'isMuted', 'saveErrorInVariableId'),
  exits: [
    { ...each('shown', 'id', 'on', 'outgoingEdgeId', 'tries', 'variableId'), after: each('shown', 'amount', 'unit') },
  ],
  latePress: each('shown', 'action', 'text'),
}
const coordinates: Rules = each('shown', 'x', 'y')
const groupRule: Rules = {
  ...each('shown', 'id', 'title', 'isCollapsed'),
  graphCoordinates: coordinates,
  note: each('shown', 'colour', 'width', 'height'),
  blocks: 'blocks',
}
const eventRule: Rules = {
  ...each('shown', 'id', 'type', 'outgoingEdgeId'),
  graphCoordinates: coordinates,
  options: each('shown', 'command', 'resumeAfter', 'contentVariableId', 'inputNameVariableId', 'inputTypeVariableId'),
}

export const settingsRule: Rules = {
  general: {
    ...each('shown', 'isBrandingEnabled', 'isTypingEmulationEnabled', 'isInputPrefillEnabled'),
    ...each('shown', 'isHideQueryParamsEnabled', 'isNewResultOnRefreshEnabled'),
    rememberUser: each('shown', 'isEnabled', 'storage'),
    systemMessages: {
      ...each('shown', 'invalidMessage', 'botClosed', 'networkErrorTitle', 'networkErrorMessage'),
      ...each('shown', 'popupBlockedTitle', 'popupBlockedDescription', 'popupBlockedButtonLabel'),
      ...each('shown', 'fileUploadError', 'fileUploadSizeError', 'messagingPictureChoiceSelectLabel'),
    },
  },
  typingEmulation: each('shown', 'enabled', 'speed', 'maxDelay', 'delayBetweenBubbles', 'isDisabledOnFirstMessage'),
  metadata: {
    ...each('shown', 'title', 'description', 'imageUrl', 'favIconUrl', 'allowIndexing'),
    ...each('hidden', 'customHeadCode', 'tagManagerId'),
  },
  messaging: {
    isEnabled: 'shown',
    ...each('shown', 'sessionExpiryTimeout', 'quietSeconds', 'listButton'),
    idle: each('shown', 'hours', 'action', 'text'),
    ...each('hidden', 'startCondition', 'errorAndMarketingStatusWebhookForwardUrl'),
    ...each('hidden', 'isWebhookForwardingEnabled', 'webhookForwardingEventTypes'),
  },
  channels: 'hidden',
  idle: each('shown', 'hours', 'action', 'text'),
  privacy: { isVisitRecorded: 'shown' },
  publicShare: { isEnabled: 'shown' },
  ai: {
    ceilings: each('shown', 'sessionTokens', 'dayTokens', 'monthCost'),
    masking: each('shown', ...maskedKinds),
  },
  publishing: each(
    'shown',
    'isBlockedByErrors',
    'isBlockedByTests',
    'isBlockedByVisitors',
    'isBlockedByReplay',
    'replayPeriod',
  ),
  security: { allowedOrigins: 'hidden' },
}
