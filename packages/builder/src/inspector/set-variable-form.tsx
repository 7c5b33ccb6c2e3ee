import type { SetVariableOptions } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'
import { Select } from '../design/select.js'
import { CodeField } from '../forms/fields/code-field.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { TextField } from '../forms/fields/text-field.js'
import { VariableField } from '../forms/fields/variable-field.js'
import { t } from '../i18n/i18n.js'
import { type Kind, kindOf, kinds } from './set-variable-kinds.js'

interface SetVariableFormProps {
  options: object
  change(path: Path, value: unknown): void
}

/** Selects a variable and the value that it gets. */
export function SetVariableForm({ options: given, change }: SetVariableFormProps) {
  const options = given as SetVariableOptions
  const kind = kindOf(options)
  const choose = ({ type, isCode }: Kind) => {
    const isSame = type === 'Custom' && kind.type === 'Custom'
    const { variableId } = options
    const rest = isSame ? options : { ...(variableId !== undefined && { variableId }) }
    change([], { ...rest, type, ...((isCode || isSame) && { isCode: isCode ?? false }) })
  }
  return (
    <>
      <VariableField
        label={t('Variable')}
        value={options.variableId}
        onChange={(variableId) => change(['variableId'], variableId)}
      />
      <KindField kind={kind} onChange={choose} />
      <ValueFields kind={kind} options={options} change={change} />
    </>
  )
}

function KindField({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }) {
  const all = kinds.flatMap(([, list]) => list)
  return (
    <Select
      label={t('Type of value')}
      hint={kind.hint}
      value={kind.id}
      choices={kinds.map(([heading, list]) => [
        heading,
        list.filter((it) => !it.isOld || it === kind).map(({ id, label }) => [id, label] as const),
      ])}
      onChange={(next) => onChange(all.find(({ id }) => id === next)!)}
    />
  )
}

/** Fields that a kind of value needs. */
function ValueFields({
  kind,
  options,
  change,
}: {
  kind: Kind
  options: SetVariableOptions
  change: SetVariableFormProps['change']
}) {
  const put =
    (...path: string[]) =>
    (value: unknown) =>
      change(path, value === '' ? undefined : value)
  const lists = options.mapListItemParams ?? {}
  switch (kind.type) {
    case 'Custom':
      return (
        <>
          {kind.isCode ? (
            <>
              <CodeField
                label={t('Code')}
                written="code"
                value={options.expressionToEvaluate ?? ''}
                onChange={put('expressionToEvaluate')}
              />
              <TextField
                label={t('What it does')}
                value={options.expressionDescription ?? ''}
                onChange={put('expressionDescription')}
              />
              <VariableField
                label={t('Save error to')}
                value={options.saveErrorInVariableId}
                onChange={put('saveErrorInVariableId')}
              />
            </>
          ) : (
            <TextField
              label={t('Value')}
              isLong
              written="expression"
              value={options.expressionToEvaluate ?? ''}
              onChange={put('expressionToEvaluate')}
            />
          )}
          <SwitchField
            label={t('Run in visitor’s browser')}
            value={options.isExecutedOnClient}
            onChange={put('isExecutedOnClient')}
          />
        </>
      )
    case 'Append value(s)':
      return <TextField label={t('What is added')} value={options.item ?? ''} onChange={put('item')} />
    case 'Pop':
    case 'Shift':
      return (
        <VariableField
          label={t('Save what was taken in')}
          value={options.saveItemInVariableId}
          onChange={put('saveItemInVariableId')}
        />
      )
    case 'Now':
    case 'Tomorrow':
    case 'Yesterday':
      return (
        <TextField
          label={t('Time zone')}
          placeholder={t('Universal time, or such as Europe/Berlin')}
          value={options.timeZone ?? ''}
          onChange={put('timeZone')}
        />
      )
    case 'Map item with same index':
      return (
        <>
          <VariableField
            label={t('Look for this value')}
            value={lists.baseItemVariableId}
            onChange={put('mapListItemParams', 'baseItemVariableId')}
          />
          <VariableField
            label={t('In this list')}
            value={lists.baseListVariableId}
            onChange={put('mapListItemParams', 'baseListVariableId')}
          />
          <VariableField
            label={t('And take the item at the same position of')}
            value={lists.targetListVariableId}
            onChange={put('mapListItemParams', 'targetListVariableId')}
          />
        </>
      )
    default:
      return null
  }
}
