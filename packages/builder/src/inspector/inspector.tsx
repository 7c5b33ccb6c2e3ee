import type { Block, BlockType, FlowEvent, Group } from '@colloquy/flow'
import { findBlock, itemsOf, type Path } from '@colloquy/flow/operations'
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useDocument, useStudio, useView } from '../bot/studio.js'
import { shiftChosen } from '../canvas/actions.js'
import { askBehind } from '../canvas/add-actions.js'
import { BlockItems } from '../canvas/block-items.js'
import { eventLooks } from '../canvas/event-node.js'
import { exitRows } from '../canvas/exits-of.js'
import { rowWords } from '../canvas/row-words.js'
import { useNames } from '../canvas/use-names.js'
import { blockCatalogue, entryOf, tone } from '../catalogue/block-catalogue.js'
import { defaultsOf } from '../catalogue/option-defaults.js'
import { counted } from '../design/counted.js'
import { Menu } from '../design/menu.js'
import { renameGroup } from '../document/commands/rename-group.js'
import { setField } from '../document/commands/set-field.js'
import { updateBlock } from '../document/commands/update-block.js'
import { isNote } from '../document/is-note.js'
import { ConditionItems } from './condition-items.js'
import { SwitchField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'
import { HttpForm } from './http-form.js'
import { ItemList } from './item-list.js'
import { NodeActions } from './node-actions.js'
import { NoteForm } from './note-form.js'
import { optionSchema } from './option-schemas.js'
import { RichTextField } from './rich-text-field.js'
import { SchemaForm } from './schema-form.js'
import { SetVariableForm } from './set-variable-form.js'
import { SeveralForm } from './several-form.js'
import { useWantedFocus } from './use-wanted-focus.js'
import { WaysOut } from './ways-out.js'
import './inspector.css'

/** What can be set of what is chosen. */
export default function Inspector() {
  const blockId = useView((view) => view.blockId)
  const nodeIds = useView((view) => view.nodeIds)
  const found = useDocument((document) => (blockId === undefined ? undefined : findBlock(document, blockId)?.block))
  const home = useDocument((document) => (blockId === undefined ? undefined : findBlock(document, blockId)?.group.id))
  const [nodeId] = nodeIds
  const group = useDocument((document) => document.groups.find(({ id }) => id === nodeId))
  const event = useDocument((document) => document.events.find(({ id }) => id === nodeId))
  if (found) return <BlockForm key={found.id} block={found} groupId={home!} />
  if (nodeIds.size > 1) return <SeveralForm />
  if (group && isNote(group)) return <NoteForm key={group.id} group={group} />
  if (group) return <GroupForm key={group.id} group={group} />
  if (event) return <EventForm key={event.id} event={event} />
  return <p className="empty">Choose a block, a group or an event to see what can be set.</p>
}

function BlockForm({ block, groupId }: { block: Block; groupId: string }) {
  const studio = useStudio()
  const form = useWantedFocus()
  const { editing } = studio
  const entry = entryOf(block)
  const change = (path: Path, value: unknown) =>
    editing.run(
      `Edit ${entry.label.toLowerCase()}`,
      updateBlock(block.id, path, value),
      `${block.id} ${path.join('.')}`,
    )
  const color = {
    '--tone': `var(--${tone(entry.section)})`,
    '--tone-soft': `var(--${tone(entry.section)}-soft)`,
  } as CSSProperties
  return (
    <div className="side-body" ref={form} data-form={block.id}>
      <div className="row" style={color}>
        <span className="block-icon">
          <entry.icon size={15} aria-hidden />
        </span>
        <div className="grow">
          <h3>{entry.label}</h3>
          <p className="faint">{entry.hint}</p>
        </div>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label="Move the block up"
          onClick={() => shiftChosen(studio, -1)}
        >
          <ArrowUp size={14} />
        </button>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label="Move the block down"
          onClick={() => shiftChosen(studio, 1)}
        >
          <ArrowDown size={14} />
        </button>
        <BlockMenu block={block} groupId={groupId} />
      </div>
      <BlockFields block={block} change={change} />
      <BlockWays block={block} />
    </div>
  )
}

/** The ways out of a block. They depend on its place in the group, which is why the group is watched. */
function BlockWays({ block }: { block: Block }) {
  const { editing } = useStudio()
  const names = useNames()
  useDocument((document) => findBlock(document, block.id)?.group)
  const ways = exitRows(editing.document, block.id).map((row) => ({
    exit: row.exit,
    name: row.kind === 'head' ? entryOf(block).label : rowWords(block, row, names),
  }))
  return <WaysOut ways={ways} />
}

function BlockMenu({ block, groupId }: { block: Block; groupId: string }) {
  return (
    <Menu
      trigger={
        <button type="button" className="button plain small icon-only" aria-label="More about the block">
          <Ellipsis size={15} />
        </button>
      }
    >
      <BlockItems block={block} groupId={groupId} />
    </Menu>
  )
}

function BlockFields({ block, change }: { block: Block; change(path: Path, value: unknown): void }) {
  const loose = block as Block & { content?: unknown; options?: { action?: string } }
  if (block.type === 'text') {
    const content = loose.content as { richText?: unknown[] } | undefined
    return (
      <RichTextField
        blockId={block.id}
        value={content?.richText}
        onChange={(richText) => change(['content', 'richText'], richText)}
      />
    )
  }
  if (block.type === 'Condition') return <ConditionItems block={block} />
  if (['Webhook', 'Zapier', 'Make.com', 'Pabbly'].includes(block.type))
    return (
      <HttpForm
        blockId={block.id}
        options={loose.options ?? {}}
        change={(path, value) => change(['options', ...path], value)}
      />
    )
  if (block.type === 'Set variable')
    return (
      <SetVariableForm options={loose.options ?? {}} change={(path, value) => change(['options', ...path], value)} />
    )
  if (!Object.hasOwn(blockCatalogue, block.type))
    return <p className="soft">This block comes from elsewhere. It is kept as it is, and does nothing when it runs.</p>
  const form = optionSchema(block.type as BlockType, loose.options?.action)
  return (
    <>
      {itemsOf(block).length > 0 && block.type !== 'AB test' && <ItemList block={block} />}
      {form && (
        <SchemaForm
          schema={form.schema}
          blockType={block.type}
          defaults={defaultsOf(block.type)}
          value={loose[form.key as 'options']}
          onChange={(path, value) => change([form.key, ...path], value)}
        />
      )}
      {!form && <p className="soft">Nothing can be set here.</p>}
    </>
  )
}

function GroupForm({ group }: { group: Group }) {
  const studio = useStudio()
  const names = useNames()
  const form = useWantedFocus()
  const last = group.blocks.at(-1)
  const rows = last ? exitRows(studio.editing.document, last.id) : []
  const ways = rows.map((row) => ({
    exit: row.exit,
    name: row.kind === 'head' ? group.title || 'The group' : rowWords(last!, row, names),
  }))
  const change = (title: string) =>
    studio.editing.run('Rename group', renameGroup(group.id, title), `${group.id} title`)
  return (
    <div className="side-body" ref={form}>
      <TextField label="Title" value={group.title} onChange={change} />
      <WaysOut ways={ways} />
      <p className="soft">{counted(group.blocks.length, 'block')}. Visitors do not see the title; results show it.</p>
      <div className="row actions">
        <button type="button" className="button" onClick={() => studio.preview({ type: 'group', groupId: group.id })}>
          Preview
        </button>
        <button type="button" className="button" onClick={() => askBehind(studio, { x: 0, y: 0 })}>
          Add a block
        </button>
        <NodeActions fold={group.isCollapsed ? 'Expand' : 'Collapse'} />
      </div>
    </div>
  )
}

function EventForm({ event }: { event: FlowEvent }) {
  const { editing } = useStudio()
  const form = useWantedFocus()
  const change = (key: string) => (value: unknown) =>
    editing.run(
      'Edit event',
      setField(['events', `#${event.id}`, 'options', key], value === '' ? undefined : value),
      `${event.id} ${key}`,
    )
  if (event.type === 'start')
    return (
      <div className="side-body" ref={form}>
        <p className="soft">Every conversation begins here.</p>
        <WaysOut ways={[{ exit: { eventId: event.id }, name: 'Start' }]} />
      </div>
    )
  return (
    <div className="side-body" ref={form}>
      <h3>{eventLooks[event.type].label}</h3>
      {event.type === 'command' ? (
        <>
          <TextField label="Command" value={event.options?.command ?? ''} onChange={change('command')} />
          <SwitchField
            label="Go on where it was afterwards"
            value={event.options?.resumeAfter}
            onChange={change('resumeAfter')}
          />
        </>
      ) : (
        <>
          <VariableField
            label="Save the reply in"
            value={event.options?.contentVariableId}
            onChange={change('contentVariableId')}
          />
          <VariableField
            label="Save the kind of the input in"
            value={event.options?.inputTypeVariableId}
            onChange={change('inputTypeVariableId')}
          />
          <VariableField
            label="Save the name of the input in"
            value={event.options?.inputNameVariableId}
            onChange={change('inputNameVariableId')}
          />
        </>
      )}
      <WaysOut ways={[{ exit: { eventId: event.id }, name: eventLooks[event.type].label }]} />
    </div>
  )
}
