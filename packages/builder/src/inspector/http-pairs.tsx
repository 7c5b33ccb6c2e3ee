import { Plus, Trash2 } from 'lucide-react'
import { newId } from '../document/new-id.js'
import { TextField } from '../forms/fields/text-field.js'
import { VariableField } from '../forms/fields/variable-field.js'
import { t } from '../i18n/i18n.js'

/** A line of a request or of what is kept of its answer. */
export interface Pair {
  id: string
  key?: string
  value?: string
  bodyPath?: string
  variableId?: string
}

/** Names with values, as queries and headers have them. */
export function Pairs({
  label,
  pairs,
  onChange,
}: {
  label: string
  pairs: readonly Pair[]
  onChange(pairs: unknown): void
}) {
  return (
    <fieldset className="part">
      <legend>{label}</legend>
      {pairs.map((pair, index) => (
        <div key={pair.id} className="row">
          <div className="grow">
            <TextField
              label={t('{label}: name {index}', { label, index: index + 1 })}
              isLabelHidden
              placeholder={t('Name')}
              value={pair.key ?? ''}
              onChange={(key) => onChange(pairs.with(index, { ...pair, key }))}
            />
          </div>
          <div className="grow">
            <TextField
              label={t('{label}: value {index}', { label, index: index + 1 })}
              isLabelHidden
              placeholder={t('Value')}
              value={pair.value ?? ''}
              onChange={(value) => onChange(pairs.with(index, { ...pair, value }))}
            />
          </div>
          <Remove label={`${label} ${index + 1}`} onRemove={() => onChange(pairs.toSpliced(index, 1))} />
        </div>
      ))}
      <Add label={t('Add')} onAdd={() => onChange([...pairs, { id: newId() }])} />
    </fieldset>
  )
}

const Add = ({ label, onAdd }: { label: string; onAdd(): void }) => (
  <button type="button" className="button small" onClick={onAdd}>
    <Plus size={13} /> {label}
  </button>
)

const Remove = ({ label, onRemove }: { label: string; onRemove(): void }) => (
  <button
    type="button"
    className="button plain small icon-only"
    aria-label={t('Remove {label}', { label })}
    onClick={onRemove}
  >
    <Trash2 size={14} />
  </button>
)

interface PairListProps {
  pairs: readonly Pair[]
  onChange(pairs: readonly Pair[]): void
}

/** Which part of an answer goes into which variable. */
export function ResponseMapping({ pairs, onChange }: PairListProps) {
  return (
    <fieldset className="part">
      <legend>{t('Save from response')}</legend>
      {pairs.map((pair, index) => (
        <div key={pair.id} className="part-element" data-pair-id={pair.id}>
          <div className="stack grow">
            <TextField
              label={t('Path {index} in the answer', { index: index + 1 })}
              isLabelHidden
              isCode
              placeholder="data.items[0].name"
              value={pair.bodyPath ?? ''}
              onChange={(bodyPath) => onChange(pairs.with(index, { ...pair, bodyPath }))}
            />
            <VariableField
              label={t('Variable {index}', { index: index + 1 })}
              isLabelHidden
              value={pair.variableId}
              onChange={(variableId) => onChange(pairs.with(index, withVariable(pair, variableId)))}
            />
          </div>
          <Remove
            label={t('value {index}', { index: index + 1 })}
            onRemove={() => onChange(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Add label={t('Add a value')} onAdd={() => onChange([...pairs, { id: newId() }])} />
    </fieldset>
  )
}

/** Which values variables have in a test request. */
export function TestValues({ pairs, onChange }: PairListProps) {
  return (
    <>
      {pairs.map((pair, index) => (
        <div key={pair.id} className="part-element">
          <div className="stack grow">
            <VariableField
              label={t('Test variable {index}', { index: index + 1 })}
              isLabelHidden
              value={pair.variableId}
              onChange={(variableId) => onChange(pairs.with(index, withVariable(pair, variableId)))}
            />
            <TextField
              label={t('Test value {index}', { index: index + 1 })}
              isLabelHidden
              placeholder={t('Value')}
              value={pair.value ?? ''}
              onChange={(value) => onChange(pairs.with(index, { ...pair, value }))}
            />
          </div>
          <Remove
            label={t('test value {index}', { index: index + 1 })}
            onRemove={() => onChange(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Add label={t('Add test value')} onAdd={() => onChange([...pairs, { id: newId() }])} />
    </>
  )
}

function withVariable({ variableId: _, ...pair }: Pair, variableId: string | undefined): Pair {
  return variableId === undefined ? pair : { ...pair, variableId }
}
