import { t } from '../i18n/i18n.js'
/** Says who changes what is shown here, to those who may not. */
export const Reserved = ({ to }: { to: 'admins' | 'members' }) => (
  <p className="notice">
    {to === 'admins'
      ? t('Only admins of the workspace can change this page.')
      : t('Only admins and members of the workspace can change this page.')}
  </p>
)
