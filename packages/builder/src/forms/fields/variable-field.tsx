import { Braces, Plus, User } from 'lucide-react'
import { useId } from 'react'
import { Combobox } from '../../design/combobox.js'
import { Field } from '../../design/field.js'
import { addVariable } from '../../document/commands/add-variable.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor, useDocument } from '../../editor/bot-editor.js'
import { useAttributes } from '../../editor/use-attributes.js'
import { t } from '../../i18n/i18n.js'

interface VariableFieldProps {
  label: string
  value: string | undefined
  onChange(variableId: string | undefined): void
  isLabelHidden?: boolean
}

/** Chooses a variable, or an attribute of the contact; a name that is new makes a variable. */
export function VariableField({ label, value, onChange, isLabelHidden }: VariableFieldProps) {
  const id = useId()
  const { editing } = useBotEditor()
  const variables = useDocument((document) => document.variables)
  const attributes = useAttributes()
  const current = variables.find((variable) => variable.id === value)?.name ?? ''
  const commit = (name: string) => {
    if (name === '') return onChange(undefined)
    const known = variables.find((variable) => variable.name === name)
    if (known) return onChange(known.id)
    const added = attributes.find((attribute) => attribute.name === name) ?? { id: newId(), name }
    editing.run(t('Add variable'), addVariable(added))
    onChange(added.id)
  }
  return (
    <Field id={id} label={label} isLabelHidden={isLabelHidden}>
      <Combobox
        id={id}
        value={current}
        suggestions={[
          ...variables.map(({ name, attribute }) => ({ value: name, icon: attribute ? User : Braces })),
          ...attributes.map(({ name }) => ({ value: name, icon: User })),
        ]}
        placeholder={t('Select or create a variable')}
        offerNew={(name) => t('Create “{name}”', { name })}
        newIcon={Plus}
        onCommit={commit}
      />
    </Field>
  )
}
