import { t } from '../i18n/i18n.js'
/** The rights of each kind of invitation, as text that follows the name of the place. */
export const offers = {
  ADMIN: t('as an admin'),
  MEMBER: t('as a member'),
  AGENT: t('as an agent'),
  GUEST: t('as a guest'),
  READ: t('to view it'),
  WRITE: t('to edit it'),
  FULL_ACCESS: t('to edit and share it'),
} as const
