import { describeOptions } from '../fields/describe-fields.js'
import type { Credentials, Integration } from './define.js'
import type { OAuth } from './oauth.js'
import { integrations, integrationTypes, optionsOf } from './registry.js'

/** Generates docs/services.md from the definitions. */
export function describeIntegrations(): string {
  const sections = integrationTypes.map((type) => describeIntegration(integrations[type]))
  return `# Services\n\n${intro}\n\n${sections.join('\n\n')}\n`
}

const intro = `Blocks that call a service. Each runs one action with options. If it fails, the flow takes the exit of the block
that is connected for it, or else continues; failures are in the logs for authors. Language models also have exits for an empty or blocked answer and for calls that a
[ceiling](integrations.md#limit-what-models-cost) forbids.
Text options take placeholders such as \`{{Name}}\`. This page is made from the definitions ([add an integration](add-an-integration.md)).`

function describeIntegration({ label, description, credentials, actions }: Integration): string {
  const parts = [`## ${label}`, `${description}.`]
  if (credentials) parts.push(describeCredentials(credentials))
  for (const [name, action] of Object.entries(actions)) {
    if (!action.run) {
      parts.push(`**${name}** is kept in flows that have it, and does nothing: its service has ended.`)
      continue
    }
    parts.push(`### ${name}`, describeOptions(optionsOf(action)))
    if (action.messaging) parts.push(`In messaging apps: ${action.messaging.text}`)
  }
  return parts.join('\n\n')
}

function describeCredentials(credentials: Credentials): string {
  const { fields, address, addressSetting, isOptional, auth } = credentials
  const named = Object.values(fields).map(({ label, isRequired }) => (isRequired ? label : `${label} (optional)`))
  const setting = addressSetting ? ` An operator can set another address with \`${addressSetting}\`.` : ''
  const given = auth.kind === 'oauth' ? signInOf(auth) : named.join(', ')
  return `Account${isOptional ? ' (optional)' : ''}: ${given}. Calls go to ${address}.${setting}`
}

const signInOf = ({ provider, clientSettings, serviceAccount }: OAuth): string =>
  `sign-in at ${provider.label} (the instance's client is in \`${clientSettings.id}\` and \`${clientSettings.secret}\`)` +
  (serviceAccount ? ', or the key of a service account' : '')
