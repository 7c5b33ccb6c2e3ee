import type { Comparison, Condition } from '@colloquy/flow'
import { Plus, Trash2 } from 'lucide-react'
import { operators, withoutValue } from '../catalogue/operator-names.js'
import { newId } from '../document/new-id.js'
import { t } from '../i18n/i18n.js'
import { SelectField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'

interface ConditionFormProps {
  condition: Condition
  onChange(condition: Condition, typing?: string): void
}

/** Comparisons that are joined by "and" or by "or". */
export function ConditionForm({ condition, onChange }: ConditionFormProps) {
  const comparisons = condition.comparisons ?? []
  const change = (index: number, part: Partial<Comparison>) =>
    onChange(
      { ...condition, comparisons: comparisons.with(index, { ...comparisons[index]!, ...part }) },
      `${comparisons[index]!.id} ${Object.keys(part)}`,
    )
  return (
    <>
      {comparisons.map((comparison, index) => (
        <div key={comparison.id} className="part-element">
          <div className="stack grow">
            {index > 0 && (
              <SelectField
                label={t('Joined by')}
                isLabelHidden
                value={condition.logicalOperator ?? 'AND'}
                choices={[
                  ['AND', t('and')],
                  ['OR', t('or')],
                ]}
                onChange={(value) => onChange({ ...condition, logicalOperator: (value as 'AND' | 'OR') ?? 'AND' })}
              />
            )}
            <VariableField
              label={t('Variable')}
              isLabelHidden
              value={comparison.variableId}
              onChange={(variableId) => change(index, { variableId })}
            />
            <SelectField
              label={t('Comparison')}
              isLabelHidden
              none={t('Choose a comparison')}
              value={comparison.comparisonOperator}
              choices={operators}
              onChange={(value) => change(index, { comparisonOperator: value as Comparison['comparisonOperator'] })}
            />
            {!withoutValue.has(comparison.comparisonOperator ?? '') && (
              <TextField
                label={t('Value')}
                isLabelHidden
                showsResult
                placeholder={t('Value')}
                value={comparison.value ?? ''}
                onChange={(value) => change(index, { value })}
              />
            )}
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove comparison {index}', { index: index + 1 })}
            onClick={() => onChange({ ...condition, comparisons: comparisons.toSpliced(index, 1) })}
          >
            <Trash2 size={14} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button small"
        onClick={() => onChange({ ...condition, comparisons: [...comparisons, { id: newId() }] })}
      >
        <Plus size={13} /> {t('Add a comparison')}
      </button>
    </>
  )
}
