import { accountLinkEndpoints } from './account-links.js'
import { analyticsEndpoints } from './analytics.js'
import { answerSummaryEndpoints } from './answer-summary.js'
import { botMessagingEndpoints } from './bot-messaging.js'
import { botEndpoints } from './bots.js'
import { chatEndpoints } from './chat.js'
import { commentEndpoints } from './comments.js'
import { contactAttributeEndpoints } from './contact-attributes.js'
import { contactFileEndpoints } from './contact-files.js'
import { contactMergeEndpoints } from './contact-merges.js'
import { contactSegmentEndpoints } from './contact-segments.js'
import { contactEndpoints } from './contacts.js'
import { credentialsEndpoints } from './credentials.js'
import { deliveryEndpoints } from './deliveries.js'
import type { Endpoint } from './endpoint.js'
import { environmentEndpoints } from './environments.js'
import type { ErrorCode } from './errors.js'
import { experimentEndpoints } from './experiments.js'
import { fileEndpoints } from './files.js'
import { inboxEndpoints } from './inbox.js'
import { inboxMetricsEndpoints } from './inbox-metrics.js'
import { inboxSettingsEndpoints } from './inbox-settings.js'
import { instanceEndpoints } from './instance.js'
import { integrationEndpoints } from './integrations.js'
import { knowledgeEndpoints } from './knowledge.js'
import { lintEndpoints } from './lint.js'
import { liveEndpoints } from './live.js'
import { messagingEndpoints } from './messaging.js'
import { moveEndpoints } from './moves.js'
import { notificationEndpoints } from './notifications.js'
import { oauthEndpoints } from './oauth.js'
import { accountDeletionEndpoints, operatorEndpoints } from './operator.js'
import { collaboratorEndpoints, invitationEndpoints, memberEndpoints } from './people.js'
import { previewEndpoints } from './previews.js'
import { recordingEndpoints } from './recordings.js'
import { releaseEndpoints } from './releases.js'
import { replayEndpoints } from './replays.js'
import { resultEndpoints } from './results.js'
import { signInEndpoints } from './sign-in.js'
import { summaryLinkEndpoints } from './summary-links.js'
import { summaryMailEndpoints } from './summary-mails.js'
import { teamEndpoints } from './teams.js'
import { testEndpoints } from './tests.js'
import { userEndpoints } from './users.js'
import { visitorMessageEndpoints } from './visitor-messages.js'
import { webhookBlockEndpoints } from './webhook-blocks.js'
import { webhookEndpoints } from './webhooks.js'
import { customDomainEndpoints, folderEndpoints, themeTemplateEndpoints } from './workspace-resources.js'
import { workspaceEndpoints } from './workspaces.js'

/** All operations, grouped for people: the headings of the reference. */
export const endpointGroups = {
  Chat: chatEndpoints,
  Previews: previewEndpoints,
  Files: fileEndpoints,
  Bots: botEndpoints,
  Releases: releaseEndpoints,
  Environments: { ...environmentEndpoints, ...moveEndpoints },
  Experiments: experimentEndpoints,
  'Editing together': liveEndpoints,
  Comments: commentEndpoints,
  Problems: lintEndpoints,
  Results: { ...resultEndpoints, ...answerSummaryEndpoints, ...summaryLinkEndpoints, ...summaryMailEndpoints },
  Notifications: notificationEndpoints,
  Recordings: recordingEndpoints,
  Replays: replayEndpoints,
  Tests: testEndpoints,
  Analytics: analyticsEndpoints,
  Webhooks: webhookEndpoints,
  'HTTP requests': webhookBlockEndpoints,
  Inbox: {
    ...inboxEndpoints,
    ...visitorMessageEndpoints,
    ...inboxSettingsEndpoints,
    ...teamEndpoints,
    ...inboxMetricsEndpoints,
  },
  Contacts: {
    ...contactEndpoints,
    ...contactFileEndpoints,
    ...contactMergeEndpoints,
    ...contactSegmentEndpoints,
    ...contactAttributeEndpoints,
  },
  Messaging: { ...messagingEndpoints, ...botMessagingEndpoints },
  Deliveries: deliveryEndpoints,
  Workspaces: workspaceEndpoints,
  Members: memberEndpoints,
  Collaborators: collaboratorEndpoints,
  Invitations: invitationEndpoints,
  Folders: folderEndpoints,
  'Theme templates': themeTemplateEndpoints,
  'Custom domains': customDomainEndpoints,
  Knowledge: knowledgeEndpoints,
  Credentials: { ...credentialsEndpoints, ...oauthEndpoints },
  Integrations: integrationEndpoints,
  'Sign-in': signInEndpoints,
  'Account links': accountLinkEndpoints,
  Users: { ...userEndpoints, ...accountDeletionEndpoints },
  Instance: instanceEndpoints,
  'Instance administration': operatorEndpoints,
} as const

/** Every operation of the service by its id. */
export const endpoints = {
  ...chatEndpoints,
  ...inboxEndpoints,
  ...visitorMessageEndpoints,
  ...inboxSettingsEndpoints,
  ...teamEndpoints,
  ...inboxMetricsEndpoints,
  ...contactEndpoints,
  ...contactFileEndpoints,
  ...contactMergeEndpoints,
  ...contactSegmentEndpoints,
  ...contactAttributeEndpoints,
  ...previewEndpoints,
  ...fileEndpoints,
  ...botEndpoints,
  ...releaseEndpoints,
  ...environmentEndpoints,
  ...moveEndpoints,
  ...deliveryEndpoints,
  ...experimentEndpoints,
  ...liveEndpoints,
  ...commentEndpoints,
  ...lintEndpoints,
  ...resultEndpoints,
  ...answerSummaryEndpoints,
  ...summaryLinkEndpoints,
  ...summaryMailEndpoints,
  ...notificationEndpoints,
  ...recordingEndpoints,
  ...replayEndpoints,
  ...testEndpoints,
  ...analyticsEndpoints,
  ...webhookEndpoints,
  ...webhookBlockEndpoints,
  ...messagingEndpoints,
  ...botMessagingEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
  ...collaboratorEndpoints,
  ...invitationEndpoints,
  ...folderEndpoints,
  ...themeTemplateEndpoints,
  ...customDomainEndpoints,
  ...knowledgeEndpoints,
  ...credentialsEndpoints,
  ...oauthEndpoints,
  ...integrationEndpoints,
  ...signInEndpoints,
  ...accountLinkEndpoints,
  ...userEndpoints,
  ...accountDeletionEndpoints,
  ...instanceEndpoints,
  ...operatorEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointId = keyof Endpoints

/** Operations by the ids and paths of an earlier version, which are deprecated. */
export const earlierEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
  const { earlier, ...current } = endpoint
  return earlier ? [{ ...current, ...earlier, successor: current.id }] : []
})

/** All error codes that an operation can return: its own and those common to its kind. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors)
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('invalid_request')
  if (endpoint.bodyLimit) for (const code of errorsOfBodies) codes.add(code)
  if (endpoint.isSigned) codes.delete('invalid_text')
  if (endpoint.auth !== 'none') codes.add('unauthorized').add('too_many_requests')
  if (endpoint.auth === 'write' || endpoint.auth === 'admin') codes.add('insufficient_scope')
  if (endpoint.isForInstanceAdmins) codes.add('forbidden')
  if (!endpoint.needsNoStorage) codes.add('storage_unavailable')
  const isWriting = endpoint.method !== 'GET' && !endpoint.isReadOnly
  if (!endpoint.needsNoStorage && isWriting) codes.add('storage_full')
  codes.add('internal_error')
  return [...codes]
}

const errorsOfBodies = [
  'malformed_json',
  'too_deep',
  'invalid_text',
  'body_too_large',
  'unsupported_media_type',
  'server_busy',
] as const satisfies ErrorCode[]
