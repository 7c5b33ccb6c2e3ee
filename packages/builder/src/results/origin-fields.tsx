import type { OriginQuery } from '@colloquy/api'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { origins, useOriginChoices } from './origins.js'

/** Chooses a value of each origin of which the open bot has several. */
export function OriginFields({ origin, onChange }: { origin: OriginQuery; onChange(origin: OriginQuery): void }) {
  const choices = useOriginChoices()
  return (
    <>
      {origins.map(({ field, label, all }) =>
        choices[field].length === 0 ? null : (
          <Select
            key={field}
            isLabelHidden
            label={label}
            value={origin[field] ?? ''}
            choices={[['', all], ...choices[field]]}
            onChange={(value) => {
              const { [field]: _, ...others } = origin
              onChange(value === '' ? others : { ...others, [field]: value })
            }}
          />
        ),
      )}
      {choices.moreReleases && (
        <button type="button" className="button plain" onClick={choices.moreReleases}>
          {t('More versions')}
        </button>
      )}
    </>
  )
}
