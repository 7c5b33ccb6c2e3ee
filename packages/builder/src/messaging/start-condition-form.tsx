import { Plus, Trash2 } from 'lucide-react'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import '../forms/forms.css'
import { operatorChoices, type StartComparison, type StartCondition, whyNever } from './describe-start.js'

interface StartConditionFormProps {
  condition: StartCondition
  /** Called with undefined when the last comparison is removed. */
  onChange(condition: StartCondition | undefined, typing?: string): void
}

/** Condition for a first message, as a list of comparisons. */
export function StartConditionForm({ condition, onChange }: StartConditionFormProps) {
  const { isReadOnly } = useBotEditor()
  const { comparisons, logicalOperator = 'AND' } = condition
  const change = (index: number, part: Partial<StartComparison>) =>
    onChange(
      { ...condition, comparisons: comparisons.with(index, { ...comparisons[index]!, ...part }) },
      `${comparisons[index]!.id} ${Object.keys(part)}`,
    )
  const remove = (index: number) => {
    const left = comparisons.toSpliced(index, 1)
    onChange(left.length > 0 ? { ...condition, comparisons: left } : undefined)
  }
  return (
    <fieldset className="part">
      <legend>{t('First messages that')}</legend>
      {comparisons.length > 1 && (
        <Select
          label={t('Of these comparisons')}
          value={logicalOperator}
          choices={[
            ['AND', t('all hold')],
            ['OR', t('at least one holds')],
          ]}
          onChange={(value) => onChange({ ...condition, logicalOperator: value as 'AND' | 'OR' })}
        />
      )}
      {comparisons.map((comparison, index) => {
        const { id, comparisonOperator: operator, value } = comparison
        const problem = whyNever(comparison)
        return (
          <div key={id} className="start-comparison">
            <Select
              label={t('Comparison {index}', { index: index + 1 })}
              isLabelHidden
              value={operator ?? ''}
              choices={[...(operator ? [] : [['', t('Choose a comparison')] as const]), ...operatorChoices(operator)]}
              onChange={(next) => change(index, { comparisonOperator: next as StartComparison['comparisonOperator'] })}
            />
            {operator !== 'Is set' && operator !== 'Is empty' && (
              <Input
                label={t('Value {index}', { index: index + 1 })}
                isLabelHidden
                placeholder={t('Words, such as: order')}
                value={value ?? ''}
                hint={isReadOnly ? undefined : problem}
                aria-invalid={problem !== undefined}
                onChange={(next) => change(index, { value: next })}
              />
            )}
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Remove comparison {index}', { index: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 size={14} />
            </button>
          </div>
        )
      })}
      <button
        type="button"
        className="button small"
        onClick={() =>
          onChange({ ...condition, comparisons: [...comparisons, { id: newId(), comparisonOperator: 'Contains' }] })
        }
      >
        <Plus size={13} /> {t('Add a comparison')}
      </button>
      <p className="faint">
        {t('Upper and lower case are the same, except for “are exactly” and “are anything but”.')}
      </p>
    </fieldset>
  )
}
