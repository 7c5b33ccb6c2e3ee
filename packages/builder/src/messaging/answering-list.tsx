import { Link } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { describeStart, isConditional } from './describe-start.js'
import type { Answering } from './use-channels.js'

/**
 * Bots that answer on the number, in the order in which they are tried: those with conditions first, then those that answer all other
 * messages.
 */
export function AnsweringList({ answering }: { answering: Answering }) {
  const { bot } = useBotEditor()
  const withCondition = answering.filter(({ startCondition }) => isConditional(startCondition ?? undefined))
  const others = answering.filter((it) => !withCondition.includes(it))
  return (
    <div>
      <h3>{t('Who answers on this account now')}</h3>
      <p className="soft">
        {answering.length === 1
          ? t('One bot alone.')
          : t(
              'The first bot from the top whose condition matches answers the message. Unpublished changes do not count.',
            )}
      </p>
      <ol className="answering">
        {[...withCondition, ...others].map((it) => (
          <li key={it.botId}>
            <BotName {...it} isHere={it.botId === bot.id} />: {describeStart(it.startCondition ?? undefined)}
            {others.indexOf(it) > 0 && (
              <span className="tag warning">{t('never reached: the bot above answers all other messages')}</span>
            )}
            {others.indexOf(it) === 0 && withCondition.length > 0 && (
              <span className="faint"> {t('that is left')}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function BotName({ botId, name, isHere }: { botId: string; name: string | null; isHere: boolean }) {
  if (isHere) return <strong>{t('This bot')}</strong>
  return name === null ? (
    t('Another bot of the workspace')
  ) : (
    <Link href={`/bots/${botId}/messaging`} className="link">
      {name}
    </Link>
  )
}
