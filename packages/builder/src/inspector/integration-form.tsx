import { actionOf, type Integration, type IntegrationType, integrationOf, optionsOf } from '@colloquy/flow/integrations'
import type { Path } from '@colloquy/flow/operations'
import { CredentialsField } from '../forms/fields/reference-fields.js'
import { SelectField } from '../forms/fields/small-fields.js'
import { FieldsForm } from '../forms/fields-form.js'
import { t, translated } from '../i18n/i18n.js'

type Loose = Record<string, unknown>

interface IntegrationFormProps {
  type: IntegrationType
  options: Loose
  /** Puts a value at a path within the options; undefined takes it away. */
  change(path: Path, value: unknown): void
}

/** The form of a block that calls a service, made from the definition of its integration. */
export function IntegrationForm({ type, options, change }: IntegrationFormProps) {
  const integration = integrationOf(type) as Integration
  const names = Object.keys(integration.actions).filter(
    (name) => integration.actions[name]?.run || name === options.action,
  )
  const action = actionOf(type, options.action)
  const { credentials } = integration
  return (
    <>
      {(names.length > 1 || !action) && (
        <SelectField
          label={t('Action')}
          value={options.action as string | undefined}
          none={t('Choose an action')}
          choices={names.map((name) => [name, translated(name)])}
          onChange={(name) => change([], { ...kept(options), ...(name && { action: name }) })}
        />
      )}
      {credentials && (
        <CredentialsField
          label={t('Account')}
          blockType={type}
          value={options.credentialsId as string | undefined}
          onChange={(id) => change(['credentialsId'], id)}
        />
      )}
      {action && !action.run && (
        <p className="soft">
          {t('The service behind this action has ended. Turn the block into another one, or choose another action.')}
        </p>
      )}
      {action?.run && (
        <FieldsForm fields={optionsOf(action)} values={options} root={{ type, options }} onChange={change} />
      )}
    </>
  )
}

/** Options that stay when another action is chosen. */
const kept = ({ credentialsId }: Loose): Loose => (credentialsId === undefined ? {} : { credentialsId })
