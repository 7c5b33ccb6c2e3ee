import { type CredentialsType, credentialsTypes } from '@colloquy/flow'
import { type FormEvent, useMemo, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, PasswordInput, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { AllowedHostsField, hostsOf, useStoredHosts } from './allowed-hosts-field.js'
import {
  type CredentialsField,
  credentialsData,
  credentialsNames,
  type StoredCredentials,
  signInOf,
  variantsOfCredentials,
} from './credentials-fields.js'
import { OAuthForm } from './oauth-form.js'

interface CredentialsDialogProps {
  workspaceId: string
  /** Credentials to rename or fill in again; undefined for new ones. */
  kept: StoredCredentials | undefined
  /** The type of new ones, if only one type is possible. */
  onlyType?: CredentialsType
  onSaved(credentialsId: string): Promise<unknown>
  onClose(): void
}

const types = credentialsTypes
  .map((type) => [type, credentialsNames[type]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b))

/** Fills in credentials. Of existing ones, only the name is known here. */
export function CredentialsDialog({ workspaceId, kept, onlyType, onSaved, onClose }: CredentialsDialogProps) {
  const [type, setType] = useState<CredentialsType>(kept?.type ?? onlyType ?? 'smtp')
  const [name, setName] = useState(kept?.name ?? '')
  const [values, setValues] = useState<Record<string, string | boolean>>({})
  const [variantAt, setVariantAt] = useState(0)
  const [hosts, setHosts] = useState<string>()
  const storedHosts = useStoredHosts(workspaceId, kept?.id)
  const { attempt, isBusy, error } = useAttempt()
  const variants = useMemo(() => variantsOfCredentials(type), [type])
  const variant = variants[variantAt] ?? variants[0]!
  const isFilled = Object.values(values).some((value) => value !== '')
  const isComplete = variant.fields.every(({ path, isRequired }) => !isRequired || Boolean(values[path.join('.')]))
  const isReady = name.trim() !== '' && (kept && !isFilled ? name.trim() !== kept.name : isComplete)
  const choose = (next: string) => {
    setType(next as CredentialsType)
    setValues({})
    setVariantAt(0)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const data = credentialsData(variant, values)
    const allowedHosts = hosts === undefined ? storedHosts : hostsOf(hosts)
    void attempt(async () => {
      if (kept) {
        const credentials = { name: name.trim(), ...(isFilled && { data, allowedHosts }) }
        await api.updateCredentials({ credentialsId: kept.id, workspaceId, credentials })
        await onSaved(kept.id)
      } else {
        const credentials = { type, name: name.trim(), data, ...(allowedHosts.length > 0 && { allowedHosts }) }
        // The compiler does not see that the parts of so long a union fit.
        const made = await api.createCredentials({ workspaceId, credentials } as Parameters<
          typeof api.createCredentials
        >[0])
        await onSaved(made.credentialsId)
      }
      onClose()
    })
  }
  const signIn = signInOf(type)
  return (
    <Dialog
      title={
        kept
          ? t('Change “{name}”', { name: kept.name })
          : onlyType
            ? t('Add: {credentialsNames}', { credentialsNames: credentialsNames[onlyType] })
            : t('Add credentials')
      }
      description={kept && !signIn ? t('Leave all but the name empty to keep what is stored.') : undefined}
      onClose={onClose}
    >
      {signIn && !kept && !onlyType && <Select label={t('For')} value={type} choices={types} onChange={choose} />}
      {signIn && (
        <OAuthForm key={type} {...signIn} workspaceId={workspaceId} kept={kept} onSaved={onSaved} onClose={onClose} />
      )}
      {!signIn && (
        <form className="stack" autoComplete="off" onSubmit={submit}>
          <div className="fields">
            {!kept && !onlyType && <Select label={t('For')} value={type} choices={types} onChange={choose} />}
            <Input label={t('Name')} value={name} placeholder={credentialsNames[type]} onChange={setName} />
          </div>
          {variants.length > 1 && (
            <Select
              label={t('Provider')}
              value={String(variantAt)}
              choices={variants.map(({ label }, index) => [String(index), label])}
              onChange={(index) => [setVariantAt(Number(index)), setValues({})]}
            />
          )}
          {variant.fields.map((field) => (
            <Field
              key={`${type} ${field.path.join('.')}`}
              field={field}
              value={values[field.path.join('.')]}
              onChange={(value) => setValues({ ...values, [field.path.join('.')]: value })}
            />
          ))}
          <AllowedHostsField
            workspaceId={workspaceId}
            credentialsId={kept?.id}
            value={hosts}
            hasSecret={isFilled}
            onChange={setHosts}
          />
          <ErrorNotice error={error} />
          <div className="dialog-actions">
            <button type="submit" className="button primary" disabled={isBusy || !isReady}>
              {kept ? t('Save') : t('Add')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface FieldProps {
  field: CredentialsField
  value: string | boolean | undefined
  onChange(value: string | boolean): void
}

function Field({ field: { label, hint, placeholder, kind, isSecret, isRequired }, value, onChange }: FieldProps) {
  if (kind === 'switch') {
    return <Switch label={label} isOn={value === true} onChange={onChange} />
  }
  const text = typeof value === 'string' ? value : ''
  if (isSecret) return <PasswordInput label={label} hint={hint} autoComplete="off" value={text} onChange={onChange} />
  const type = kind === 'number' ? 'number' : 'text'
  return (
    <Input
      label={label}
      hint={hint}
      type={type}
      required={isRequired}
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      onChange={onChange}
    />
  )
}
