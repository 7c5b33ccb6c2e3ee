import type { Attack } from './attack.js'
import { busyTests, floodOfPresence, hugeStyles, trialsOfServices } from './author-tools.js'
import { floodOfReference, guesses } from './floods.js'
import { nestedHeadCode } from './head-code.js'
import { busyScripts, floodOfMail, slowCalls, waitingScripts } from './hogs.js'
import { pageOfInvalidReplies, pageOfReplies } from './hosted-pages.js'
import { heavyRequests, manyLargeBots } from './large-flows.js'
import { fullDisk, manyLargeReplies } from './large-replies.js'
import { differentLists, equalLists, listOfPatterns } from './list-comparisons.js'
import { loopOfCalls, loopOfScripts } from './loops.js'
import { callsOfManySenders } from './messaging-floods.js'
import { invalidOperations } from './operation-batches.js'
import { percentSigns } from './proxy-credentials.js'
import { queueFlood } from './queue-flood.js'
import { hugeResults } from './results.js'
import { slowRequests } from './slow-requests.js'
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
  trialsOfServices,
  busyTests,
  floodOfPresence,
  hugeStyles,
  parallelUploads,
]
