import { t } from '../i18n/i18n.js'
/** Says who changes what is shown here, to those who may not. */
export const Reserved = ({ to }: { to: 'admins' | 'members' }) => (
  <p className="notice">
    {to === 'admins'
      ? t('Admins of the workspace change what is here. You may look at it.')
      : t('Admins and members of the workspace change what is here. You may look at it.')}
  </p>
)
