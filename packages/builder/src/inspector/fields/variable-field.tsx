import { useId, useState } from 'react'
import { useDocument, useStudio } from '../../bot/studio.js'
import { Field } from '../../design/field.js'
import { addVariable } from '../../document/commands/add-variable.js'
import { newId } from '../../document/new-id.js'

interface VariableFieldProps {
  label: string
  value: string | undefined
  onChange(variableId: string | undefined): void
  isLabelHidden?: boolean
}

/** Chooses a variable; a name that is new makes one. */
export function VariableField({ label, value, onChange, isLabelHidden }: VariableFieldProps) {
  const id = useId()
  const { editing } = useStudio()
  const variables = useDocument((document) => document.variables)
  const current = variables.find((variable) => variable.id === value)?.name ?? ''
  const [draft, setDraft] = useState<string>()
  const commit = () => {
    const name = draft?.trim()
    setDraft(undefined)
    if (name === undefined || name === current) return
    if (name === '') return onChange(undefined)
    const known = variables.find((variable) => variable.name === name)
    if (known) return onChange(known.id)
    const variableId = newId()
    editing.run('Add variable', addVariable({ id: variableId, name }))
    onChange(variableId)
  }
  return (
    <Field id={id} label={label} isLabelHidden={isLabelHidden}>
      <input
        id={id}
        className="text"
        list={`${id}-list`}
        placeholder="Choose or name a variable"
        value={draft ?? current}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <datalist id={`${id}-list`}>
        {variables.map((variable) => (
          <option key={variable.id} value={variable.name} />
        ))}
      </datalist>
    </Field>
  )
}
