import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { Filter } from './contact-filters.js'

interface SegmentDialogProps {
  workspaceId: string
  /** The segment that is changed; undefined for a new one. */
  segment: Answer<'listContactSegments'>['segments'][number] | undefined
  filters: readonly Filter[]
  onSaved(segmentId: string): Promise<unknown>
  onClose(): void
}

/** Saves the filters of the list under a name. */
export function SegmentDialog({ workspaceId, segment, filters, onSaved, onClose }: SegmentDialogProps) {
  const [name, setName] = useState(segment?.name ?? '')
  const { attempt, isBusy, error } = useAttempt()
  const save = () =>
    attempt(async () => {
      const body = { workspaceId, name, filters: [...filters] }
      const saved = segment
        ? await api.updateContactSegment({ ...body, segmentId: segment.id })
        : await api.createContactSegment(body)
      await onSaved(saved.segment.id)
      onClose()
    })
  return (
    <Dialog title={segment ? t('Save segment') : t('Save as segment')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Input label={t('Name')} required value={name} onChange={setName} maxLength={200} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
            {t('Save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
