import { searchable } from '@colloquy/flow/searchable'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { SearchField } from '../design/search-field.js'
import { locale, rich, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Limit = Answer<'listLimits'>['limits'][number]

/** Every limit of the service, with its default and where it is set. */
export function LimitsInEffect() {
  const { data, error } = useQuery({
    queryKey: ['instance', 'limits'],
    queryFn: () => api.listLimits(),
  })
  const [search, setSearch] = useState('')
  const words = searchable(search.trim())
  const shown = data?.limits.filter(({ name, about }) => searchable(`${name} ${about}`).includes(words)) ?? []
  const sections = [...new Set(shown.map(({ section }) => section))]
  return (
    <>
      <h1>{t('Limits')}</h1>
      <p className="soft">
        {rich('Change limits with the setting {code}, a JSON object by name, and restart the service.', {
          code: <code>{data?.setBy ?? 'COLLOQUY_LIMITS'}</code>,
        })}
      </p>
      <SearchField
        isWide
        label={t('Search limits')}
        placeholder={t('Search limits')}
        value={search}
        onChange={setSearch}
      />
      {error && <p className="notice danger">{error.message}</p>}
      {data && shown.length === 0 && <p className="soft">{t('No results')}</p>}
      {sections.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard
        <section className="card limits-card" tabIndex={0} aria-label={t('Limits')}>
          <table className="limits">
            <thead>
              <tr>
                <th scope="col">{t('Limit')}</th>
                <th scope="col">{t('In effect')}</th>
                <th scope="col">{t('Default')}</th>
              </tr>
            </thead>
            <tbody>
              {sections.map((section) => (
                <Fragment key={section}>
                  <tr>
                    <th scope="colgroup" colSpan={3} className="limits-section">
                      {section}
                    </th>
                  </tr>
                  {shown
                    .filter((limit) => limit.section === section)
                    .map((limit) => (
                      <LimitRow key={limit.name} limit={limit} setBy={data?.setBy ?? ''} />
                    ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

const LimitRow = ({ limit, setBy }: { limit: Limit; setBy: string }) => (
  <tr>
    <th scope="row">
      <code>{limit.name}</code>
      <span className="faint">{limit.about}</span>
    </th>
    <td>
      <strong>{shownValue(limit.value, limit.unit)}</strong>
      {limit.isSet && (
        <>
          <span className="tag">{setBy}</span>
          <span className="faint on-phones">
            {t('Default {shownValue}', { shownValue: shownValue(limit.default, limit.unit) })}
          </span>
        </>
      )}
    </td>
    <td>{shownValue(limit.default, limit.unit)}</td>
  </tr>
)

const shownValue = (value: number, unit: string) =>
  unit === 'count' ? value.toLocaleString(locale) : `${value.toLocaleString(locale)} ${unit}`
