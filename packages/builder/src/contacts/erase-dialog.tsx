import { useRef, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { Dialog } from '../design/dialog.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { nameOf } from './contact-names.js'

interface EraseDialogProps {
  workspaceId: string
  contact: Answer<'getContact'>['contact']
  onErased(): Promise<unknown>
  onClose(): void
}

/** Asks before everything about a contact is erased, and reports what was. */
export function EraseDialog({ workspaceId, contact, onErased, onClose }: EraseDialogProps) {
  const [erased, setErased] = useState<Answer<'eraseContact'>['erased']>()
  const isErased = useRef(false)
  const erase = async () => {
    const answer = await api.eraseContact({ workspaceId, contactId: contact.id })
    isErased.current = true
    setErased(answer.erased)
  }
  if (!erased)
    return (
      <Confirm
        title={t('Erase {name}?', { name: nameOf(contact) })}
        text={t('All conversations, results and files of this person are deleted in all bots. You cannot undo this.')}
        action={t('Erase contact')}
        onConfirm={erase}
        // The report follows in its place.
        onClose={() => !isErased.current && onClose()}
      />
    )
  return (
    <Dialog title={t('{name} was erased', { name: nameOf(contact) })} onClose={() => void onErased()}>
      <ul>
        <li>{t('{count, plural, one {# conversation} other {# conversations}}', { count: erased.conversations })}</li>
        <li>{t('{count, plural, one {# result} other {# results}}', { count: erased.results })}</li>
        <li>{t('{count, plural, one {# answer} other {# answers}}', { count: erased.answers })}</li>
        <li>{t('{count, plural, one {# file} other {# files}}', { count: erased.files })}</li>
        <li>{t('{count, plural, one {# identifier} other {# identifiers}}', { count: erased.identifiers })}</li>
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button primary" data-initial-focus onClick={() => void onErased()}>
          {t('Done')}
        </button>
      </div>
    </Dialog>
  )
}
