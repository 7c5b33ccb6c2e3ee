import { channelSettingsOf, type Settings } from '@colloquy/flow'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useNames } from '../canvas/nodes/use-names.js'
import { addressTo } from '../canvas/view/use-address.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { summaryOf } from '../catalogue/summary.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t, translated } from '../i18n/i18n.js'
import { type ChannelDifference, channelDifferences } from './channel-differences.js'
import type { ConnectedChannel } from './use-channels.js'

/** Parts of the flow that a channel shows differently or not at all, each with links to its blocks. */
export function DifferencesCard({ connected }: { connected: ConnectedChannel }) {
  const { capabilities } = connected.channel
  const groups = useDocument((document) => document.groups)
  const settings = useDocument((document) => document.settings) as Settings
  const hasLists = Boolean(channelSettingsOf(settings, connected.credentialsId).listButton?.trim())
  const differences = useMemo(
    () => channelDifferences({ groups }, hasLists ? capabilities : { ...capabilities, list: undefined }),
    [groups, capabilities, hasLists],
  )
  return (
    <section className="card">
      <div>
        <h2>{t('What works differently')}</h2>
        {differences.length > 0 && (
          <p className="soft">{t('For the current draft of this flow. Pages are not affected.')}</p>
        )}
      </div>
      {differences.length === 0 ? (
        <p className="row">
          <CircleCheck size={16} color="var(--good)" aria-hidden />
          {t('Everything in this flow works as on a web page.')}
        </p>
      ) : (
        <ul className="differences">
          {differences.map((difference) => (
            <Difference key={difference.text} {...difference} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Difference({ kind, text, blocks }: ChannelDifference) {
  const { bot } = useBotEditor()
  const names = useNames()
  const Icon = kind === 'lost' ? TriangleAlert : Info
  return (
    <li>
      <Icon
        size={15}
        color={kind === 'lost' ? 'var(--warning)' : 'var(--text-faint)'}
        aria-label={kind === 'lost' ? t('Left out') : t('Different')}
      />
      <div>
        {translated(text)}
        <ul className="difference-places">
          {blocks.map(({ groupId, groupTitle, block }) => (
            <li key={block.id}>
              <Link href={`/bots/${bot.id}${addressTo({ nodeId: groupId, blockId: block.id })}`} className="link">
                {entryOf(block).label}
              </Link>{' '}
              <span className="faint">
                {t('in {groupTitle}{summary}', {
                  groupTitle: groupTitle || t('a group without a title'),
                  summary: summaryOf(block, names) && `, ${summaryOf(block, names)}`,
                })}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
