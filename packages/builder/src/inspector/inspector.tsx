import type { Block, FlowEvent, Group } from '@colloquy/flow'
import { type BlockDefinition, definitionOf, mayFail } from '@colloquy/flow/blocks'
import { isIntegration, isUnion } from '@colloquy/flow/integrations'
import { findBlock, itemsOf, type Path } from '@colloquy/flow/operations'
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { type ComponentType, type CSSProperties, useEffect, useRef } from 'react'
import { shiftChosen } from '../canvas/actions/actions.js'
import { pickBlockAfter } from '../canvas/actions/add-actions.js'
import { ignoresKeys } from '../canvas/keys/ignores-keys.js'
import { BlockItems } from '../canvas/menus/block-items.js'
import { eventPresentation } from '../canvas/nodes/event-presentation.js'
import { exitRows } from '../canvas/nodes/exits-of.js'
import { rowText } from '../canvas/nodes/row-text.js'
import { useNames } from '../canvas/nodes/use-names.js'
import { entryOf, tone } from '../catalogue/block-catalogue.js'
import { Menu } from '../design/menu.js'
import { onDemand, Part } from '../design/on-demand.js'
import { renameGroup } from '../document/commands/rename-group.js'
import { setField } from '../document/commands/set-field.js'
import { updateBlock } from '../document/commands/update-block.js'
import { isNote } from '../document/is-note.js'
import { useBotEditor, useDocument, useEditingState, useView } from '../editor/bot-editor.js'
import { PageScriptsNotice } from '../editor/page-scripts-notice.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { TextField } from '../forms/fields/text-field.js'
import { VariableField } from '../forms/fields/variable-field.js'
import { FieldsForm, UnionForm } from '../forms/fields-form.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { RichTextField } from '../forms/rich-text-field.js'
import { formHead, useWantedFocus } from '../forms/use-wanted-focus.js'
import { t, translated } from '../i18n/i18n.js'
import { CallAddress } from './call-address.js'
import { ConditionItems } from './condition-items.js'
import { ExitTargets } from './exit-targets.js'
import { ExitsForm } from './exits-form.js'
import { FallbacksForm } from './fallbacks-form.js'
import { HttpForm } from './http-form.js'
import { IntegrationForm } from './integration-form.js'
import { ItemList } from './item-list.js'
import { NodeActions } from './node-actions.js'
import { NoteForm } from './note-form.js'
import { SetVariableForm } from './set-variable-form.js'
import { SeveralForm } from './several-form.js'
import { SpentByBlock } from './spent-by-block.js'
import './inspector.css'

const BlockTest = onDemand(() => import('./block-test.js'))

/** Settings of the selection. */
export default function Inspector() {
  const blockId = useView((view) => view.blockId)
  const nodeIds = useView((view) => view.nodeIds)
  const found = useDocument((document) => (blockId === undefined ? undefined : findBlock(document, blockId)?.block))
  const home = useDocument((document) => (blockId === undefined ? undefined : findBlock(document, blockId)?.group.id))
  const [nodeId] = nodeIds
  const group = useDocument((document) => document.groups.find(({ id }) => id === nodeId))
  const event = useDocument((document) => document.events.find(({ id }) => id === nodeId))
  if (found) return <BlockForm key={`${found.type} ${found.id}`} block={found} groupId={home!} />
  if (nodeIds.size > 1) return <SeveralForm />
  if (group && isNote(group)) return <NoteForm key={group.id} group={group} />
  if (group) return <GroupForm key={group.id} group={group} />
  if (event) return <EventForm key={event.id} event={event} />
  if (blockId !== undefined || nodeId !== undefined) return <DeletedBlock key={blockId ?? nodeId} />
  return <p className="empty">{t('Select a block, a group or an event to see its settings.')}</p>
}

/** Takes the place of a form whose block, group or event is gone, and the focus that was in it: what is typed then has no effect. */
function DeletedBlock() {
  const message = useRef<HTMLDivElement>(null)
  const isRestorable = useEditingState(({ conflicts }) => conflicts.some(({ rescued }) => rescued !== undefined))
  useEffect(() => {
    if (document.activeElement === document.body) message.current?.focus()
  }, [])
  return (
    <div className="side-body" role="status" tabIndex={-1} ref={message} {...ignoresKeys}>
      <p>{t('This was deleted.')}</p>
      {isRestorable && (
        <p className="soft">{t('Changes that you made to it can be restored in the notice at the top of the page.')}</p>
      )}
    </div>
  )
}

function BlockForm({ block, groupId }: { block: Block; groupId: string }) {
  const editor = useBotEditor()
  const form = useWantedFocus()
  const { editing } = editor
  const entry = entryOf(block)
  const change = (path: Path, value: unknown) =>
    editing.run(
      t('Edit {label}', { label: entry.label.toLowerCase() }),
      updateBlock(block.id, path, value),
      `${block.id} ${path.join('.')}`,
    )
  const color = {
    '--tone': `var(--${tone(entry.section)})`,
    '--tone-soft': `var(--${tone(entry.section)}-soft)`,
  } as CSSProperties
  return (
    <div className="side-body" ref={form} data-form={block.id}>
      <div className={`row ${formHead}`} style={color}>
        <span className="block-icon">
          <entry.icon size={15} aria-hidden />
        </span>
        <div className="grow">
          <h3>{entry.label}</h3>
          <p className="faint">{entry.hint}</p>
        </div>
        {!editor.isReadOnly && (
          <>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Move the block up')}
              onClick={() => shiftChosen(editor, -1)}
            >
              <ArrowUp size={14} />
            </button>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Move the block down')}
              onClick={() => shiftChosen(editor, 1)}
            >
              <ArrowDown size={14} />
            </button>
            <BlockMenu block={block} groupId={groupId} />
          </>
        )}
      </div>
      <ReadOnlyFields>
        <BlockFields block={block} change={change} />
        <FallbacksForm block={block} change={change} />
        <ExitsForm block={block} change={change} />
      </ReadOnlyFields>
      <SpentByBlock block={block} />
      <ConnectionTest block={block} />
      <BlockWays block={block} />
    </div>
  )
}

/** Runs a single block, if it calls something that may fail. */
function ConnectionTest({ block }: { block: Block }) {
  const { isReadOnly } = useBotEditor()
  if (isReadOnly || !mayFail(block.type, optionsOf(block).action)) return null
  return (
    <Part>
      <BlockTest block={block} />
    </Part>
  )
}

/** Exits of a block. They depend on its position in the group, which is why the group is watched. */
function BlockWays({ block }: { block: Block }) {
  const { editing } = useBotEditor()
  const names = useNames()
  useDocument((document) => findBlock(document, block.id)?.group)
  const ways = exitRows(editing.document, block.id).map((row) => ({
    exit: row.exit,
    name: row.kind === 'head' ? entryOf(block).label : rowText(block, row, names),
  }))
  return <ExitTargets ways={ways} />
}

function BlockMenu({ block, groupId }: { block: Block; groupId: string }) {
  return (
    <Menu
      trigger={
        <button type="button" className="button plain small icon-only" aria-label={t('More about the block')}>
          <Ellipsis size={15} />
        </button>
      }
    >
      <BlockItems block={block} groupId={groupId} />
    </Menu>
  )
}

/** Forms that offer more than generated ones, by the name that definitions use. */
const ownForms: Record<NonNullable<BlockDefinition['form']>, ComponentType<BlockFormProps>> = {
  'rich text': RichTextForm,
  conditions: ConditionItems,
  request: ({ block, change }) => (
    <HttpForm
      blockId={block.id}
      options={optionsOf(block)}
      change={(path, value) => change(['options', ...path], value)}
    />
  ),
  'set variable': ({ block, change }) => (
    <SetVariableForm options={optionsOf(block)} change={(path, value) => change(['options', ...path], value)} />
  ),
}

interface BlockFormProps {
  block: Block
  change(path: Path, value: unknown): void
}

const optionsOf = (block: Block): Record<string, unknown> =>
  (block as { options?: Record<string, unknown> }).options ?? {}

function RichTextForm({ block, change }: BlockFormProps) {
  const { content } = block as { content?: { richText?: unknown[] } }
  return (
    <RichTextField
      blockId={block.id}
      value={content?.richText}
      onChange={(richText) => change(['content', 'richText'], richText)}
    />
  )
}

function BlockFields({ block, change }: BlockFormProps) {
  const { type } = block
  if (isIntegration(type))
    return (
      <IntegrationForm
        type={type}
        options={optionsOf(block)}
        change={(path, value) => change(['options', ...path], value)}
      />
    )
  const definition = definitionOf(type)
  if (!definition)
    return (
      <p className="soft">
        {t('This block comes from another product. It is kept unchanged, and does nothing when it runs.')}
      </p>
    )
  const OwnForm = definition.form && ownForms[definition.form]
  if (OwnForm) return <OwnForm block={block} change={change} />
  const part = definition.options ? 'options' : 'content'
  const fields = definition[part]
  const values = ((block as { [key: string]: unknown })[part] ?? {}) as Record<string, unknown>
  const service = definition.runsOn?.(block)
  const root = service
    ? { type: service.service, options: { ...values, action: service.action } }
    : { type, options: values }
  const form = { values, root }
  const put = (path: Path, value: unknown) => change([part, ...path], value)
  return (
    <>
      {definition.items?.texts && itemsOf(block).length > 0 && <ItemList key={block.id} block={block} />}
      {definition.needsPageScripts && (
        <PageScriptsNotice what={t('{label} does', { label: translated(definition.label) })} />
      )}
      {definition.listens && <CallAddress blockId={block.id} />}
      {!fields && <p className="soft">{t('Nothing can be set here.')}</p>}
      {fields && isUnion(fields) && <UnionForm union={fields} {...form} onChange={put} />}
      {fields && !isUnion(fields) && <FieldsForm fields={fields} {...form} onChange={put} />}
    </>
  )
}

function GroupForm({ group }: { group: Group }) {
  const editor = useBotEditor()
  const names = useNames()
  const form = useWantedFocus()
  const last = group.blocks.at(-1)
  const rows = last ? exitRows(editor.editing.document, last.id) : []
  const ways = rows.map((row) => ({
    exit: row.exit,
    name: row.kind === 'head' ? group.title || t('The group') : rowText(last!, row, names),
  }))
  const change = (title: string) =>
    editor.editing.run(t('Rename group'), renameGroup(group.id, title), `${group.id} title`)
  return (
    <div className="side-body" ref={form}>
      <ReadOnlyFields>
        <TextField label={t('Title')} value={group.title} onChange={change} />
      </ReadOnlyFields>
      <ExitTargets ways={ways} />
      <p className="soft">
        {t('{count, plural, one {# block} other {# blocks}}. Visitors do not see the title; results show it.', {
          count: group.blocks.length,
        })}
      </p>
      {!editor.isReadOnly && (
        <div className="row wrap actions">
          <button type="button" className="button" onClick={() => editor.preview({ type: 'group', groupId: group.id })}>
            {t('Preview from here')}
          </button>
          <button type="button" className="button" onClick={() => pickBlockAfter(editor, { x: 0, y: 0 })}>
            {t('Add a block')}
          </button>
          <NodeActions fold={group.isCollapsed ? t('Expand') : t('Collapse')} />
        </div>
      )}
    </div>
  )
}

function EventForm({ event }: { event: FlowEvent }) {
  const { editing } = useBotEditor()
  const form = useWantedFocus()
  const change = (key: string) => (value: unknown) =>
    editing.run(
      t('Edit event'),
      setField(['events', `#${event.id}`, 'options', key], value === '' ? undefined : value),
      `${event.id} ${key}`,
    )
  if (event.type === 'start')
    return (
      <div className="side-body" ref={form}>
        <p className="soft">{t('Every conversation begins here.')}</p>
        <ExitTargets ways={[{ exit: { eventId: event.id }, name: t('Start') }]} />
      </div>
    )
  return (
    <div className="side-body" ref={form}>
      <h3>{eventPresentation[event.type].label}</h3>
      <ReadOnlyFields>
        {event.type === 'command' ? (
          <>
            <TextField label={t('Command')} value={event.options?.command ?? ''} onChange={change('command')} />
            <SwitchField
              label={t('Return here afterwards')}
              value={event.options?.resumeAfter}
              onChange={change('resumeAfter')}
            />
          </>
        ) : (
          <>
            <VariableField
              label={t('Save the reply in')}
              value={event.options?.contentVariableId}
              onChange={change('contentVariableId')}
            />
            <VariableField
              label={t('Save the kind of the input in')}
              value={event.options?.inputTypeVariableId}
              onChange={change('inputTypeVariableId')}
            />
            <VariableField
              label={t('Save the name of the input in')}
              value={event.options?.inputNameVariableId}
              onChange={change('inputNameVariableId')}
            />
          </>
        )}
      </ReadOnlyFields>
      <ExitTargets ways={[{ exit: { eventId: event.id }, name: eventPresentation[event.type].label }]} />
    </div>
  )
}
