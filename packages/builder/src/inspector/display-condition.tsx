import type { Condition } from '@colloquy/flow'
import { newId } from '../document/new-id.js'
import { ConditionForm } from '../forms/condition-form.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'

interface DisplayConditionProps {
  value: { isEnabled?: boolean; condition?: Condition } | undefined
  onChange(value: { isEnabled?: boolean; condition?: Condition }, typing?: string): void
}

/** When an answer is offered; always, where nothing is said. */
export function DisplayCondition({ value = {}, onChange }: DisplayConditionProps) {
  const condition = value.condition ?? { logicalOperator: 'AND', comparisons: [{ id: newId() }] }
  return (
    <>
      <SwitchField
        label={t('Only offered when…')}
        value={value.isEnabled ?? false}
        onChange={(isEnabled) => onChange({ ...value, isEnabled: isEnabled ?? false, condition })}
      />
      {value.isEnabled && (
        <ConditionForm
          condition={condition}
          onChange={(next, typing) => onChange({ ...value, condition: next }, typing)}
        />
      )}
    </>
  )
}
