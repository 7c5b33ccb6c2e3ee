import { type Action, actionOf, type IntegrationType, type ListField as ListOption } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t, translated } from '../../i18n/i18n.js'
import { api } from '../../service/api.js'
import { SelectField } from './small-fields.js'
import { TextField } from './text-field.js'

interface ListFieldProps {
  field: ListOption
  value: string
  placeholder?: string | undefined
  /** Type and options that the list depends on. */
  root: { type: string; options: Record<string, unknown> }
  onChange(value: string | undefined): void
}

/**
 * A select with choices from the service if those have separate labels; otherwise a text field with suggestions. If the service does not
 * respond, it is a plain text field: any value may be entered.
 */
export function ListField({ field, value, placeholder, root, onChange }: ListFieldProps) {
  const { bot, isReadOnly } = useBotEditor()
  const [isWritten, setWritten] = useState(false)
  const { type, options } = root
  const credentialsId = options.credentialsId as string | undefined
  const { dependsOn = [] } = listOf(actionOf(type, options.action), field.list) ?? {}
  const needed = Object.fromEntries(dependsOn.map((name) => [name, options[name]]))
  const found = useQuery({
    queryKey: ['integration items', bot.workspaceId, type, field.list, credentialsId, needed],
    queryFn: () =>
      api.listIntegrationItems({
        workspaceId: bot.workspaceId,
        type: type as IntegrationType,
        list: field.list!,
        ...(credentialsId && { credentialsId }),
        options: needed,
      }),
    enabled:
      field.list !== undefined &&
      credentialsId !== undefined &&
      !isReadOnly &&
      dependsOn.every((name) => Boolean(options[name])),
    staleTime: 60_000,
    retry: false,
  })
  const items = found.data?.items ?? (field.values ?? []).map((it) => ({ value: it, label: it }))
  const isNamed = items.some((item) => item.label !== item.value)
  const isOffered = value === '' || items.some((item) => item.value === value)
  const note = found.data?.problem && <p className="faint">{found.data.problem}</p>
  if (isNamed && isOffered && !isWritten) {
    return (
      <>
        <SelectField
          label={translated(field.label)}
          value={value}
          none={placeholder && !placeholder.includes('://') ? placeholder : t('Choose…')}
          choices={[...items.map((item) => [item.value, item.label] as const), [other, t('Enter another value…')]]}
          onChange={(next) => (next === other ? setWritten(true) : onChange(next))}
        />
        {note}
      </>
    )
  }
  return (
    <>
      <TextField
        label={translated(field.label)}
        value={value}
        placeholder={placeholder}
        suggestions={items}
        onChange={onChange}
      />
      {isNamed && isWritten && (
        <button type="button" className="button plain small" onClick={() => setWritten(false)}>
          {t('Choose from the list')}
        </button>
      )}
      {note}
    </>
  )
}

/** Distinct from every value of a service. */
const other = ' other'

const listOf = (action: Action | undefined, name: string | undefined) =>
  name === undefined ? undefined : action?.lists?.[name]
