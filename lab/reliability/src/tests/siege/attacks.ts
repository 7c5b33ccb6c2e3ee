import type { Attack } from './attack.js'
import { busyTests, connectionTests, floodOfPresence, hugeStyles } from './author-tools.js'
import { floodOfClientLogs } from './client-logs.js'
import { largeDeletions } from './deletions.js'
import { floodOfReference, guesses } from './floods.js'
import { nestedHeadCode } from './head-code.js'
import { busyScripts, floodOfMail, slowCalls, waitingScripts } from './hogs.js'
import { pageOfInvalidReplies, pageOfReplies } from './hosted-pages.js'
import { hostileValues } from './hostile-values.js'
import { hangingEmbeddings, hangingSites, hostileDocuments, hostilePages, packedSitemaps } from './knowledge-sources.js'
import { largeDrafts } from './large-drafts.js'
import { heavyRequests, manyLargeBots } from './large-flows.js'
import { fullDisk, manyLargeReplies } from './large-replies.js'
import { differentLists, equalLists, listOfPatterns } from './list-comparisons.js'
import { circleOfComparisons } from './long-comparisons.js'
import { longModelLists } from './long-lists.js'
import { loopOfCalls, loopOfScripts } from './loops.js'
import { callsOfManySenders } from './messaging-floods.js'
import { agentsOfHostileModels, hostileStreams } from './model-streams.js'
import { invalidOperations } from './operation-batches.js'
import { percentSigns } from './proxy-credentials.js'
import { queueFlood } from './queue-flood.js'
import { hugeResults } from './results.js'
import { slowServiceAccountKey } from './service-account-keys.js'
import { slowRequests } from './slow-requests.js'
import { deepSchema } from './tool-servers.js'
import { parallelUploads } from './uploads.js'

/** All attacks, which run at the same time. */
export const attacks: readonly Attack[] = [
  manyLargeReplies,
  fullDisk,
  pageOfReplies,
  pageOfInvalidReplies,
  differentLists,
  equalLists,
  listOfPatterns,
  queueFlood,
  slowRequests,
  guesses,
  floodOfReference,
  loopOfCalls,
  loopOfScripts,
  percentSigns,
  nestedHeadCode,
  invalidOperations,
  busyScripts,
  waitingScripts,
  slowCalls,
  floodOfMail,
  heavyRequests,
  manyLargeBots,
  hugeResults,
  callsOfManySenders,
  connectionTests,
  busyTests,
  floodOfPresence,
  hugeStyles,
  parallelUploads,
  hostileDocuments,
  hostilePages,
  packedSitemaps,
  hangingSites,
  hangingEmbeddings,
  slowServiceAccountKey,
  hostileStreams,
  agentsOfHostileModels,
  deepSchema,
  circleOfComparisons,
  hostileValues,
  floodOfClientLogs,
  largeDrafts,
  largeDeletions,
  longModelLists,
]
