import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { resetForUser } from '../service/reset-for-user.js'
import { forgetSession, keepEmail } from '../service/session.js'
import type { User } from '../service/user.js'

const DeleteAccountDialog = onDemand(() => import('../people/delete-account-dialog.js'))

/** Deletes the account of the person who is signed in. */
export function DeleteAccountCard({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="card">
      <div>
        <h2>{t('Delete your account')}</h2>
        <p className="soft">
          {t('You leave every workspace, and your sessions and API tokens end. Bots stay with their workspaces.')}
        </p>
      </div>
      <div className="card-foot">
        <button type="button" className="button danger" onClick={() => setOpen(true)}>
          {t('Delete your account…')}
        </button>
      </div>
      {isOpen && (
        <DialogPart>
          <DeleteAccountDialog
            title={t('Delete your account?')}
            action={t('Delete your account')}
            readOrphans={() => api.getOwnDeletion()}
            queryKey={['own-deletion']}
            name={user.email ?? user.name ?? t('Owner')}
            needsPassword={hasPassword}
            onDelete={async (body) => {
              await api.deleteMe(body)
              forgetSession()
              keepEmail(null)
              resetForUser(queries, null)
              showToast(t('Your account is deleted.'))
            }}
            onClose={() => setOpen(false)}
          />
        </DialogPart>
      )}
    </section>
  )
}
