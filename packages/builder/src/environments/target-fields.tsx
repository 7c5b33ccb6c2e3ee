import { localTime } from '../design/dates.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { useEnding } from './ending.js'
import type { EnvironmentRow } from './environments.js'

/** Environment of a release, and the local date and time at which it becomes current; empty for immediately. */
export interface Target {
  environmentId: string
  at: string
}

interface TargetFieldsProps {
  environments: readonly EnvironmentRow[]
  target: Target
  isTimeRequired?: boolean
  onChange(target: Target): void
}

export function TargetFields({ environments, target, isTimeRequired = false, onChange }: TargetFieldsProps) {
  const ending = useEnding()(target.environmentId, isTimeRequired || target.at !== '')
  return (
    <>
      {environments.length > 1 && (
        <Select
          label={t('Environment')}
          value={target.environmentId}
          choices={environments.map(({ id, name }) => [id, name] as const)}
          onChange={(environmentId) => onChange({ ...target, environmentId })}
        />
      )}
      <Input
        label={t('Date and time')}
        hint={isTimeRequired ? t('In your time zone') : t('In your time zone. Leave empty to publish now.')}
        type="datetime-local"
        required={isTimeRequired}
        min={localTime(Date.now(), 'minute')}
        value={target.at}
        onChange={(at) => onChange({ ...target, at })}
      />
      {ending.length > 0 && <p className="notice warning">{ending.join(' ')}</p>}
    </>
  )
}
