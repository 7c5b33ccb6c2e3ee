import type { FilterOperator } from '@colloquy/api'
import { type FormEvent, useState } from 'react'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { SuggestInput } from '../design/suggest-input.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import { type Condition, isComplete, operatorsFor, startedId, valueKindOf } from './conditions.js'
import { fieldLabel } from './result-names.js'

interface ConditionFormProps {
  /** Undefined for a new one. */
  condition: Condition | undefined
  columns: readonly Column[]
  onSave(condition: Condition): void
  onCancel(): void
}

const empty: Condition = { columnId: '', is: 'contains', value: '' }

/** Column, operator and value of one condition. */
export default function ConditionForm({ condition: before = empty, columns, onSave, onCancel }: ConditionFormProps) {
  const [condition, setCondition] = useState(before)
  const { columnId, is, value } = condition
  const { choices = [], values, more } = columns.find(({ id }) => id === columnId) ?? {}
  const setColumn = (id: string) => {
    const offered = operatorsFor(id, columns)
    const named = columns.find((column) => column.id === id)?.values
    const isKept = !named && !values && offered.some(([operator]) => operator === is)
    setCondition({
      columnId: id,
      ...(isKept ? { is, value } : { is: offered[0]?.[0] ?? is, value: named?.[0]?.[0] ?? '' }),
    })
  }
  const setOperator = (next: string) => {
    const operator = next as FilterOperator
    const isKept = valueKindOf(operator) === valueKindOf(is)
    setCondition({ ...condition, is: operator, ...(!isKept && { value: '' }) })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(condition)) onSave(condition)
  }
  const kind = valueKindOf(is)
  return (
    <form
      className="row wrap condition-form"
      aria-label={t('Filter')}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Select
        isLabelHidden
        autoFocus
        label={t('Column')}
        value={columnId}
        choices={[
          ['', t('Column…')],
          [startedId, fieldLabel(startedId)],
          ...columns.map(({ id, label }) => [id, label] as const),
        ]}
        onChange={setColumn}
      />
      <Select
        isLabelHidden
        label={t('Operator')}
        value={is}
        choices={operatorsFor(columnId, columns)}
        onChange={setOperator}
      />
      {values && (
        <Select
          isLabelHidden
          label={t('Value')}
          value={value}
          choices={values}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      {more && (
        <button type="button" className="button plain" onClick={more}>
          {t('Show older')}
        </button>
      )}
      {!values && kind === 'text' && choices.length > 0 && (
        <SuggestInput
          isLabelHidden
          label={t('Value')}
          maxLength={1000}
          placeholder={t('Value')}
          value={value}
          suggestions={choices.map((choice) => ({ value: choice }))}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      {!values && kind !== 'none' && (kind !== 'text' || choices.length === 0) && (
        <Input
          isLabelHidden
          label={t('Value')}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={1000}
          placeholder={kind === 'list' ? choices.slice(0, 2).join(', ') || t('One, Two') : t('Value')}
          value={value}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      <button type="submit" className="button primary" disabled={!isComplete(condition)}>
        {t('Apply')}
      </button>
      <button type="button" className="button plain" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </form>
  )
}
