import type { Rule } from './rule.js'
import { blockWithoutRuntime } from './rules/block-without-runtime.js'
import { changedName } from './rules/changed-name.js'
import { closedToModels } from './rules/closed-to-models.js'
import { conditionEndsBranch } from './rules/condition-ends-branch.js'
import { deadEnd } from './rules/dead-end.js'
import { duplicateId } from './rules/duplicate-id.js'
import { duplicateItem } from './rules/duplicate-item.js'
import { duplicateVariable } from './rules/duplicate-variable.js'
import { emptyCondition } from './rules/empty-condition.js'
import { emptyItem } from './rules/empty-item.js'
import { emptyOption } from './rules/empty-option.js'
import { emptyText } from './rules/empty-text.js'
import { encodedTwice } from './rules/encoded-twice.js'
import { endlessLoop } from './rules/endless-loop.js'
import { endlessReminders } from './rules/endless-reminders.js'
import { eventNotConnected } from './rules/event-not-connected.js'
import { exitNeverTaken } from './rules/exit-never-taken.js'
import { exitNotConnected } from './rules/exit-not-connected.js'
import { guaranteeUnused } from './rules/guarantee-unused.js'
import { incompleteEntry } from './rules/incomplete-entry.js'
import { invalidAmount } from './rules/invalid-amount.js'
import { invalidId } from './rules/invalid-id.js'
import { invalidMappingPath } from './rules/invalid-mapping-path.js'
import { invalidPattern } from './rules/invalid-pattern.js'
import { invalidRequest } from './rules/invalid-request.js'
import { looseEdge } from './rules/loose-edge.js'
import { missingAltText } from './rules/missing-alt-text.js'
import { missingAttribute } from './rules/missing-attribute.js'
import { missingCredentials } from './rules/missing-credentials.js'
import { missingEdge } from './rules/missing-edge.js'
import { missingJumpTarget } from './rules/missing-jump-target.js'
import { missingKnowledgeBase } from './rules/missing-knowledge-base.js'
import { missingLinkedBot } from './rules/missing-linked-bot.js'
import { missingTarget } from './rules/missing-target.js'
import { missingTeam } from './rules/missing-team.js'
import { missingVariable } from './rules/missing-variable.js'
import { modelInLoop } from './rules/model-in-loop.js'
import { noChoices } from './rules/no-choices.js'
import { noFailureExit } from './rules/no-failure-exit.js'
import { notOnChannel } from './rules/not-on-channel.js'
import { pageWithoutVideoRule } from './rules/page-without-video.js'
import { refusedRedirect } from './rules/refused-redirect.js'
import { scriptWithoutVariables } from './rules/script-without-variables.js'
import { sharedCommand } from './rules/shared-command.js'
import { startNotConnected } from './rules/start-not-connected.js'
import { textNotCalculated } from './rules/text-not-calculated.js'
import { unchangingLoop } from './rules/unchanging-loop.js'
import { unknownBlock } from './rules/unknown-block.js'
import { unknownVariable } from './rules/unknown-variable.js'
import { unpublishedLinkedBot } from './rules/unpublished-linked-bot.js'
import { unreachableBlock } from './rules/unreachable-block.js'
import { unreachableGroup } from './rules/unreachable-group.js'
import { unreadableText } from './rules/unreadable-text.js'
import { unsetVariable } from './rules/unset-variable.js'
import { usedBeforeSet } from './rules/used-before-set.js'
import { wrongAttributeType } from './rules/wrong-attribute-type.js'

/** Every rule, starting with those that report errors. */
export const rules: readonly Rule[] = [
  startNotConnected,
  noChoices,
  endlessLoop,
  modelInLoop,
  missingTarget,
  missingJumpTarget,
  missingLinkedBot,
  blockWithoutRuntime,
  missingCredentials,
  missingKnowledgeBase,
  missingAttribute,
  closedToModels,
  refusedRedirect,
  invalidAmount,
  invalidPattern,
  invalidMappingPath,
  invalidRequest,
  scriptWithoutVariables,
  guaranteeUnused,
  unpublishedLinkedBot,
  missingTeam,
  missingEdge,
  exitNotConnected,
  exitNeverTaken,
  endlessReminders,
  emptyOption,
  incompleteEntry,
  unreadableText,
  encodedTwice,
  notOnChannel,
  changedName,
  pageWithoutVideoRule,
  emptyText,
  emptyItem,
  emptyCondition,
  unknownVariable,
  missingVariable,
  wrongAttributeType,
  usedBeforeSet,
  unknownBlock,
  unreachableGroup,
  unreachableBlock,
  unchangingLoop,
  conditionEndsBranch,
  sharedCommand,
  duplicateItem,
  duplicateId,
  invalidId,
  duplicateVariable,
  eventNotConnected,
  looseEdge,
  deadEnd,
  unsetVariable,
  textNotCalculated,
  noFailureExit,
  missingAltText,
]
