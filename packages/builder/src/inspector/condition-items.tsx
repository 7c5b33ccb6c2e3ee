import type { Block, Comparison, Condition } from '@colloquy/flow'
import { Plus, Trash2 } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { itemsOf } from '../document/bot-document.js'
import { addItem } from '../document/commands/add-item.js'
import { deleteItem } from '../document/commands/delete-item.js'
import { updateBlock } from '../document/commands/update-block.js'
import { newId } from '../document/new-id.js'
import { SelectField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'
import { operators, withoutValue } from './operators.js'

/** The ways out of a condition: each a sentence of comparisons. */
export function ConditionItems({ block }: { block: Block }) {
  const { editing } = useStudio()
  const items = itemsOf(block)
  const add = () =>
    editing.run(
      'Add way',
      addItem(block.id, { id: newId(), content: { logicalOperator: 'AND', comparisons: [{ id: newId() }] } }),
    )
  return (
    <>
      {items.map((item, index) => {
        const condition = (item.content ?? {}) as Condition
        const path = ['items', `#${item.id}`, 'content']
        return (
          <fieldset key={item.id} className="part">
            <legend>{items.length === 1 ? 'Go this way when' : `Way ${index + 1}, when`}</legend>
            <ConditionForm
              condition={condition}
              onChange={(next, typing) => editing.run('Edit condition', updateBlock(block.id, path, next), typing)}
            />
            {items.length > 1 && (
              <button
                type="button"
                className="button small danger"
                onClick={() => editing.run('Delete way', deleteItem(block.id, item.id))}
              >
                <Trash2 size={13} /> Delete this way
              </button>
            )}
          </fieldset>
        )
      })}
      <button type="button" className="button small" onClick={add}>
        <Plus size={13} /> Add a way
      </button>
      <p className="faint">When no way fits, the flow goes on at “Otherwise”, or with the next block.</p>
    </>
  )
}

interface ConditionFormProps {
  condition: Condition
  onChange(condition: Condition, typing?: string): void
}

function ConditionForm({ condition, onChange }: ConditionFormProps) {
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
                label="Joined by"
                isLabelHidden
                value={condition.logicalOperator ?? 'AND'}
                choices={[
                  ['AND', 'and'],
                  ['OR', 'or'],
                ]}
                onChange={(value) => onChange({ ...condition, logicalOperator: (value as 'AND' | 'OR') ?? 'AND' })}
              />
            )}
            <VariableField
              label="Variable"
              isLabelHidden
              value={comparison.variableId}
              onChange={(variableId) => change(index, { variableId })}
            />
            <SelectField
              label="Comparison"
              isLabelHidden
              none="Choose a comparison"
              value={comparison.comparisonOperator}
              choices={operators}
              onChange={(value) => change(index, { comparisonOperator: value as Comparison['comparisonOperator'] })}
            />
            {!withoutValue.has(comparison.comparisonOperator ?? '') && (
              <TextField
                label="Value"
                isLabelHidden
                placeholder="Value"
                value={comparison.value ?? ''}
                onChange={(value) => change(index, { value })}
              />
            )}
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={`Remove comparison ${index + 1}`}
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
        <Plus size={13} /> Add a comparison
      </button>
    </>
  )
}
