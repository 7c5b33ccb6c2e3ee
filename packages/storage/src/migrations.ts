import firstTables from './migrations/0001-first-tables.js'
import heldWebhooks from './migrations/0002-held-webhooks.js'
import credentials from './migrations/0003-credentials.js'
import uploads from './migrations/0004-uploads.js'
import oneBotADomain from './migrations/0005-one-bot-a-domain.js'
import accountsAndSharing from './migrations/0006-accounts-and-sharing.js'
import notesOfReleases from './migrations/0007-notes-of-releases.js'
import editingTogether from './migrations/0008-editing-together.js'
import indexOfPreviews from './migrations/0009-index-of-previews.js'
import accountLinks from './migrations/0010-account-links.js'
import archivedBots from './migrations/0011-archived-bots.js'
import comments from './migrations/0012-comments.js'
import rowsOfConversations from './migrations/0013-rows-of-conversations.js'
import messaging from './migrations/0014-messaging.js'
import domainClaims from './migrations/0015-domain-claims.js'
import verifiedAddresses from './migrations/0016-verified-addresses.js'
import lastingTranscripts from './migrations/0017-lasting-transcripts.js'
import deletedAndArchived from './migrations/0018-deleted-and-archived.js'
import evidenceOfReleases from './migrations/0019-evidence-of-releases.js'
import oauth from './migrations/0020-oauth.js'
import testsOfBots from './migrations/0021-tests-of-bots.js'
import environments from './migrations/0022-environments.js'
import knowledge from './migrations/0023-knowledge.js'
import spendingOnModels from './migrations/0024-spending-on-models.js'
import wordsByBase from './migrations/0025-words-by-base.js'
import overridesOfReleases from './migrations/0026-overrides-of-releases.js'
import experiments from './migrations/0027-experiments.js'
import runningSessions from './migrations/0028-running-sessions.js'
import originsOfResults from './migrations/0029-origins-of-results.js'
import vectorsAndQuestions from './migrations/0030-vectors-and-questions.js'
import summaryLinks from './migrations/0031-summary-links.js'
import sitesOfKnowledge from './migrations/0032-sites-of-knowledge.js'
import deliveries from './migrations/0033-deliveries.js'
import summaryMails from './migrations/0034-summary-mails.js'
import workspacesClosedToModels from './migrations/0035-workspaces-closed-to-models.js'
import spendingByBlock from './migrations/0036-spending-by-block.js'
import callsOfIntegrations from './migrations/0037-calls-of-integrations.js'
import sourcesOfResults from './migrations/0038-sources-of-results.js'
import indexesOfMessages from './migrations/0039-indexes-of-messages.js'
import sizesOfBots from './migrations/0040-sizes-of-bots.js'
import mentionsInComments from './migrations/0041-mentions-in-comments.js'
import authorsOfWhatActsLater from './migrations/0042-authors-of-what-acts-later.js'
import identitiesAndPhones from './migrations/0043-identities-and-phones.js'
import messagingNamesByWorkspace from './migrations/0044-messaging-names-by-workspace.js'
import logsOfClients from './migrations/0045-logs-of-clients.js'
import removals from './migrations/0046-removals.js'
import vectorsOfWords from './migrations/0047-vectors-of-words.js'
import channelsOfBots from './migrations/0048-channels-of-bots.js'
import indexOfChannels from './migrations/0049-index-of-channels.js'
import ownersOfConversations from './migrations/0050-owners-of-conversations.js'
import inboxOfPeople from './migrations/0051-inbox.js'
import notifications from './migrations/0052-notifications.js'
import waitsForAnswers from './migrations/0053-waits-for-answers.js'
import contacts from './migrations/0054-contacts.js'
import mergesOfContacts from './migrations/0055-merges-of-contacts.js'
import identitySecrets from './migrations/0056-identity-secrets.js'
import conversationsByChannel from './migrations/0057-conversations-by-channel.js'
import businessHours from './migrations/0058-business-hours.js'
import presenceInInboxes from './migrations/0059-presence-in-inboxes.js'
import botsOfAgents from './migrations/0060-bots-of-agents.js'
import searchOfConversations from './migrations/0061-search-of-conversations.js'
import savedReplies from './migrations/0062-saved-replies.js'
import mailsAboutWaits from './migrations/0063-mails-about-waits.js'
import teams from './migrations/0064-teams.js'
import ratingsOfConversations from './migrations/0065-ratings-of-conversations.js'
import optOutsOfContacts from './migrations/0066-opt-outs-of-contacts.js'
import sentMessages from './migrations/0067-sent-messages.js'

/**
 * The schema, written once for both databases, in the words of SQLite. The first migration is number 1. One that has been released
 * is never edited: add another.
 *
 * Every table of a conversation carries the workspace, and has it in its keys: a database that is spread over several machines by
 * that column keeps a conversation in one place. The keys of large tables begin with the id of a session or of a result, and ids
 * begin with the time at which they were made: ranges of those ids are ranges of time, for partitions.
 */
export const migrations: readonly string[] = [
  firstTables,
  heldWebhooks,
  credentials,
  uploads,
  oneBotADomain,
  accountsAndSharing,
  notesOfReleases,
  editingTogether,
  indexOfPreviews,
  accountLinks,
  archivedBots,
  comments,
  rowsOfConversations,
  messaging,
  domainClaims,
  verifiedAddresses,
  lastingTranscripts,
  deletedAndArchived,
  evidenceOfReleases,
  oauth,
  testsOfBots,
  environments,
  knowledge,
  spendingOnModels,
  wordsByBase,
  overridesOfReleases,
  experiments,
  runningSessions,
  originsOfResults,
  vectorsAndQuestions,
  summaryLinks,
  sitesOfKnowledge,
  deliveries,
  summaryMails,
  workspacesClosedToModels,
  spendingByBlock,
  callsOfIntegrations,
  sourcesOfResults,
  indexesOfMessages,
  sizesOfBots,
  mentionsInComments,
  authorsOfWhatActsLater,
  identitiesAndPhones,
  messagingNamesByWorkspace,
  logsOfClients,
  removals,
  vectorsOfWords,
  channelsOfBots,
  indexOfChannels,
  ownersOfConversations,
  inboxOfPeople,
  notifications,
  waitsForAnswers,
  contacts,
  mergesOfContacts,
  identitySecrets,
  conversationsByChannel,
  businessHours,
  presenceInInboxes,
  botsOfAgents,
  searchOfConversations,
  savedReplies,
  mailsAboutWaits,
  teams,
  ratingsOfConversations,
  optOutsOfContacts,
  sentMessages,
]

/** The number of the last migration. */
export const newestSchema = migrations.length

/** Called before each migration of a database with data, with its number and that of the last one. */
export type OnMigration = (number: number, last: number) => void

/** Thrown for a database that a newer version has migrated: another start does not help. */
export class NewerSchemaError extends Error {}

/** Refuses a schema of a newer Colloquy. `current` is the number of the last migration in the database. */
export function checkSchema(current: number): void {
  if (current <= newestSchema) return
  throw new NewerSchemaError(
    `The database has schema ${current}, but this Colloquy knows only up to ${newestSchema}. ` +
      'Start the newer Colloquy that wrote it, or restore a backup made before the upgrade.',
  )
}
