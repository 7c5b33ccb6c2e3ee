import type { Problem } from '@colloquy/flow'
import { exitName, exitsOf, freeExit } from '../canvas/nodes/exits-of.js'
import { openTargetPicker } from '../canvas/palette/target-picker-state.js'
import { addVariable } from '../document/commands/add-variable.js'
import { applyFix } from '../document/commands/apply-fix.js'
import { connect } from '../document/commands/connect.js'
import { disconnect } from '../document/commands/disconnect.js'
import { isNote } from '../document/is-note.js'
import { newId } from '../document/new-id.js'
import { uniqueIdOperations } from '../document/unique-id-operations.js'
import type { BotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

export interface QuickFix {
  label: string
  /** The fix is made in the form of the place, which opens first. */
  isInForm?: true
  run(editor: BotEditor): void
}

/** Returns an immediate fix for a problem, if there is one. */
export function quickFixOf({ rule, location, message, fix }: Problem): QuickFix | undefined {
  if (fix) return { label: fix.title, run: ({ editing }) => editing.run(fix.title, applyFix(fix)) }
  switch (rule) {
    case 'start-not-connected':
      return { label: t('Connect to the first group'), run: (editor) => connectStart(editor, location.eventId) }
    case 'event-not-connected':
    case 'condition-ends-branch':
    case 'dead-end':
    case 'missing-target':
      return { label: t('Connect…'), run: (editor) => askForTarget(editor, location) }
    case 'loose-edge':
      return location.edgeId === undefined
        ? undefined
        : {
            label: t('Remove the edge'),
            run: ({ editing }) => editing.run(t('Remove edge'), disconnect([location.edgeId!])),
          }
    case 'duplicate-id':
    case 'invalid-id':
      return {
        label: t('Give new ids'),
        run: ({ editing }) => editing.repair(uniqueIdOperations(editing.document)),
      }
    case 'unknown-variable': {
      const name = /\{\{([^{}]+)\}\}/.exec(message)?.[1]
      return name === undefined
        ? undefined
        : {
            label: t('Create {name}', { name }),
            run: ({ editing }) => editing.run(t('Add variable'), addVariable({ id: newId(), name })),
          }
    }
    case 'empty-option':
    case 'incomplete-entry':
    case 'changed-name':
    case 'empty-text':
    case 'empty-item':
    case 'empty-condition':
    case 'missing-variable':
    case 'missing-credentials':
    case 'missing-jump-target':
    case 'missing-linked-bot':
    case 'unpublished-linked-bot':
    case 'invalid-pattern':
    case 'no-choices':
      return { label: t('Fill in'), isInForm: true, run: (editor) => editor.view.set({ isFormWanted: true }) }
    default:
      return undefined
  }
}

function connectStart({ editing }: BotEditor, eventId: string | undefined): void {
  const { events, groups } = editing.document
  const start = events.find(({ id }) => id === eventId) ?? events[0]
  const first = groups.find((group) => !isNote(group))
  if (start && first) editing.run(t('Connect'), connect(newId(), { eventId: start.id }, { groupId: first.id }))
}

/** Asks for the target of the exit that the problem is about: the exit of its item, otherwise the first that is not connected. */
function askForTarget(
  { editing }: BotEditor,
  { blockId, itemId, eventId, groupId, edgeId }: Problem['location'],
): void {
  const { document } = editing
  const edge = document.edges.find(({ id }) => id === edgeId)
  const exits = exitsOf(document, { blockId, nodeId: eventId ?? groupId })
  const exit =
    edge?.from ??
    exits.find((it) => itemId !== undefined && it.itemId === itemId) ??
    freeExit(document, exits) ??
    exits[0]
  if (exit) openTargetPicker(exit, exitName(document, exit))
}
