import type { Credentials, Integration } from './define.js'
import type { Field, Fields } from './fields.js'
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
    const rows = shownIn(optionsOf(action))
    const table = rows.map((field) => `| ${field.label} | ${kindOf(field)} | ${field.isRequired ? 'yes' : ''} |`)
    if (action.messaging) table.push('', `In messaging apps: ${action.messaging.text}`)
    parts.push(`### ${name}`, ['| Option | Value | Required |', '|---|---|---|', ...table].join('\n'))
  }
  return parts.join('\n\n')
}

const shownIn = (fields: Fields): Field[] => Object.values(fields).filter(({ isHidden }) => !isHidden)

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

function kindOf(field: Field): string {
  switch (field.kind) {
    case 'reference':
    case 'id':
    case 'edge':
    case 'literal':
    case 'condition':
    case 'display condition':
      return field.kind
    case 'tree':
      return 'rich text'
    case 'any':
      return 'any value'
    case 'sample':
      return 'text, not expanded'
    case 'union':
      return field.members.flatMap(({ is }) => is).join(', ')
    case 'text':
      return field.isLong ? 'text, several lines' : 'text'
    case 'list':
      return 'text, with suggestions'
    case 'variable':
      return field.access === 'reads' ? 'variable that is read' : 'variable that is set'
    case 'number':
      return 'number'
    case 'switch':
      return 'on or off'
    case 'choice':
      return [...new Set([...(field.default === undefined ? [] : [field.default]), ...field.values])]
        .map((value) => (value === field.default ? `${value} (default)` : value))
        .join(', ')
    case 'code':
      return 'JavaScript'
    case 'texts':
      return 'texts'
    case 'group':
    case 'rows': {
      const inner = shownIn(field.fields).map((it) => `${it.label}: ${kindOf(it)}`)
      return `${field.kind === 'rows' ? 'rows of ' : ''}${inner.join('; ')}`
    }
    case 'variants':
      return `${field.isList ? 'list of ' : ''}${Object.keys(field.variants).join(', ')}`
  }
}
