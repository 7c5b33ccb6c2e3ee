import type { Content } from '../document/content.js'
import { FlowMap, type GroupStyle } from '../flow-map/flow-map.js'
import { t } from '../i18n/i18n.js'
import type { ChangeKind, Difference } from './compare.js'

interface VersionMapProps {
  before: Content
  after: Content
  differences: readonly Difference[]
}

const fates: readonly ChangeKind[] = ['added', 'changed', 'moved', 'removed']

/** Groups of both versions, with what became of them. */
export function VersionMap({ before, after, differences }: VersionMapProps) {
  const fateOf = new Map(differences.map(({ id, fate }) => [id, fate]))
  const there = new Set(after.groups.map(({ id }) => id))
  const groups = [...before.groups.filter(({ id }) => !there.has(id)), ...after.groups]
  return (
    <FlowMap
      label={t('Groups of both versions on the canvas')}
      groups={groups}
      edges={after.edges}
      lookOf={({ id, blocks }) => {
        const fate = fateOf.get(id)
        if (fate) return looks[fate]
        return { tone: 'faint', note: t('{count, plural, one {# block} other {# blocks}}', { count: blocks.length }) }
      }}
      legend={
        <ul className="legend">
          {fates.map((fate) => (
            <li key={fate} data-fate={fate}>
              {looks[fate].note}
            </li>
          ))}
        </ul>
      }
    />
  )
}

const looks: Record<ChangeKind, GroupStyle> = {
  added: { tone: 'good', note: t('+ added') },
  changed: { tone: 'warning', note: t('~ changed') },
  moved: { tone: 'strong', note: t('↕ moved') },
  removed: { tone: 'danger', note: t('− removed'), isDashed: true },
}
