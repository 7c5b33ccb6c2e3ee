import type { Block } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'
import { type Item, itemsOf } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { focusAfter } from '../design/focus-after.js'
import { usePieces } from '../design/use-pieces.js'
import { useSteady } from '../design/use-steady.js'
import { addItem } from '../document/commands/add-item.js'
import { deleteItem } from '../document/commands/delete-item.js'
import { updateBlock } from '../document/commands/update-block.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { MediaField } from '../forms/fields/media-field.js'
import { TextField } from '../forms/fields/text-field.js'
import { t, translated } from '../i18n/i18n.js'
import { CardButtons } from './card-buttons.js'
import { DisplayCondition } from './display-condition.js'
import { MoveItemButtons } from './move-item-buttons.js'

/** The answers of a block: written, ordered, added and removed. Enter adds the next one. */
export function ItemList({ block }: { block: Block }) {
  const { editing } = useBotEditor()
  const items = itemsOf(block)
  const { shown, showAll } = usePieces(items.length)
  const add = (index: number) => {
    const item = { id: newId() }
    focusAfter(
      () => {
        if (index >= shown) showAll()
        editing.run(t('Add answer'), addItem(block.id, item, index))
      },
      () => document.querySelector<HTMLElement>(`[data-item-id="${item.id}"] .text`),
    )
  }
  const { add: onAdd } = useSteady({ add })
  if (definitionOf(block.type)?.items?.texts?.[0] === undefined) return null
  return (
    <fieldset className="part">
      <legend>{t('Answers')}</legend>
      {items.slice(0, shown).map((item, index) => (
        <ItemRow
          key={item.id}
          blockId={block.id}
          type={block.type}
          item={item}
          index={index}
          count={items.length}
          onAdd={onAdd}
        />
      ))}
      <button type="button" className="button small" onClick={() => add(items.length)}>
        <Plus size={13} /> {t('Add an answer')}
      </button>
    </fieldset>
  )
}

interface ItemRowProps {
  blockId: string
  type: string
  item: Item
  index: number
  /** Number of items in the block. */
  count: number
  /** Adds an answer at an index. */
  onAdd(index: number): void
}

/** An answer. Rendered again only if it changed: a block may have a thousand of them. */
const ItemRow = memo(({ blockId, type, item, index, count, onAdd }: ItemRowProps) => {
  const { editing } = useBotEditor()
  const { texts = [], fields = {} } = definitionOf(type)?.items ?? {}
  const [first = '', ...others] = texts
  const labelOf = (key: string) => translated(fields[key]?.label ?? key)
  const kindOf = (key: string) => {
    const field = fields[key]
    return field?.kind === 'text' ? field.media : undefined
  }
  const change = (key: string) => (value: string) =>
    editing.run(
      t('Edit answer'),
      updateBlock(blockId, ['items', `#${item.id}`, key], value === '' ? undefined : value),
      `${item.id} ${key}`,
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field adds the next answer, and so does the button below
    <div
      className="item"
      data-item-id={item.id}
      onKeyDown={(event) => {
        const field = event.target as HTMLElement
        if (event.key === 'Enter' && field.tagName === 'INPUT' && !field.closest('details')) onAdd(index + 1)
      }}
    >
      <div className="row">
        <div className="grow">
          <TextField
            label={`${labelOf(first)} ${index + 1}`}
            isLabelHidden
            placeholder={labelOf(first)}
            value={String(item[first] ?? '')}
            onChange={change(first)}
          />
        </div>
        <MoveItemButtons blockId={blockId} itemId={item.id} index={index} count={count} item="answer" />
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Delete answer {index}', { index: index + 1 })}
          onClick={() => editing.run(t('Delete answer'), deleteItem(blockId, item.id))}
        >
          <Trash2 size={13} />
        </button>
      </div>
      <Disclosure title={<span className="faint">{t('More')}</span>}>
        <div className="stack item-more">
          {others.map((key) =>
            kindOf(key) === 'image' ? (
              <MediaField
                key={key}
                kind="image"
                label={labelOf(key)}
                value={String(item[key] ?? '')}
                onChange={change(key)}
              />
            ) : (
              <TextField key={key} label={labelOf(key)} value={String(item[key] ?? '')} onChange={change(key)} />
            ),
          )}
          <ItemOptions blockId={blockId} type={type} item={item} />
        </div>
      </Disclosure>
    </div>
  )
})

/** When an item is offered, and what cards have beside that. They keep both under `options`. */
function ItemOptions({ blockId, type, item }: Pick<ItemRowProps, 'blockId' | 'type' | 'item'>) {
  const { editing } = useBotEditor()
  const { inner: name } = definitionOf(type)?.items ?? {}
  const isCard = name !== undefined
  const inner = isCard ? [name] : []
  const put = (path: string[], value: unknown, typing?: string) =>
    editing.run(t('Edit answer'), updateBlock(blockId, ['items', `#${item.id}`, ...path], value), typing)
  const options = (isCard ? item[name] : item) as { internalValue?: string; displayCondition?: object } | undefined
  return (
    <>
      {isCard && (
        <TextField
          label={t('Saved value')}
          value={options?.internalValue ?? ''}
          onChange={(text) => put([...inner, 'internalValue'], text === '' ? undefined : text, `${item.id} internal`)}
        />
      )}
      {isCard && <CardButtons blockId={blockId} item={item} />}
      <DisplayCondition
        value={options?.displayCondition}
        onChange={(value, typing) => put([...inner, 'displayCondition'], value, typing)}
      />
    </>
  )
}
