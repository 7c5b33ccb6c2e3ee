import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

type Named = Pick<Answer<'listContacts'>['contacts'][number], 'name' | 'identifiers'>
export type IdentifierKind = Named['identifiers'][number]['kind']

/** The name of a contact; without one, an identifier. */
export const nameOf = ({ name, identifiers }: Named): string => name ?? identifiers[0]?.value ?? t('Unknown person')

export const kindNames: Readonly<Record<IdentifierKind, string>> = {
  phone: t('Phone number'),
  email: t('Email'),
  'whatsapp-user': t('WhatsApp user ID'),
  telegram: t('Telegram'),
  messenger: t('Messenger'),
  instagram: t('Instagram'),
  web: t('ID of your page'),
  external: t('ID in another system'),
}

export const kindChoices = Object.entries(kindNames) as [IdentifierKind, string][]
