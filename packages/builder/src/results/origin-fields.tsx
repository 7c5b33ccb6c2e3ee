import type { OriginQuery } from '@colloquy/api'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { type OriginChoices, useOriginChoices } from './origins.js'

/** Chooses an environment, a variant, a version, a source and a device, each where the open bot has several. */
export function OriginFields({ origin, onChange }: { origin: OriginQuery; onChange(origin: OriginQuery): void }) {
  const choices = useOriginChoices()
  return (
    <>
      {fields.map(({ id, from, label, all }) =>
        choices[from].length === 0 ? null : (
          <Select
            key={id}
            isLabelHidden
            label={label}
            value={origin[id] ?? ''}
            choices={[['', all], ...choices[from]]}
            onChange={(value) => {
              const { [id]: _, ...others } = origin
              onChange(value === '' ? others : { ...others, [id]: value })
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

const fields: {
  id: keyof OriginQuery
  from: Exclude<keyof OriginChoices, 'moreReleases'>
  label: string
  all: string
}[] = [
  { id: 'environmentId', from: 'environments', label: t('Environment'), all: t('All environments') },
  { id: 'variant', from: 'variants', label: t('Variant'), all: t('All variants') },
  { id: 'releaseId', from: 'releases', label: t('Version'), all: t('All versions') },
  { id: 'source', from: 'sources', label: t('Source'), all: t('All sources') },
  { id: 'device', from: 'devices', label: t('Device'), all: t('All devices') },
]
