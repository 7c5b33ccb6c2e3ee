import { t } from '../i18n/i18n.js'
import type { OtherReply, Recording } from './recording.js'

interface AgreementProps {
  recording: Recording
  others: readonly OtherReply[]
  onReset(): void
}

/** Shows whether the release still produces the stored conversation, and where it does not. */
export function Agreement({ recording, others, onReset }: AgreementProps) {
  const { turns, isUnknown, differing } = recording
  const stoppedAt = turns.findIndex(({ stopped }) => stopped)
  const stopped = turns[stoppedAt]?.stopped
  const differs = turns.flatMap(({ computed }, index) => (computed ? index + 1 : []))
  const assumed = turns.some((turn) => turn.assumed)
  return (
    <div className="stack" role="status">
      {others.length > 0 && (
        <p className="notice">
          <span className="grow">
            {t('What if: {map}. Nothing of this is stored.', {
              map: others.map(({ turn, text }) => t('“{text}” at turn {turn}', { text, turn: turn + 1 })).join(', '),
            })}
          </span>
          <button type="button" className="button small" onClick={onReset}>
            {t('Back to the recording')}
          </button>
        </p>
      )}
      {isUnknown && <p className="notice warning">{unknown[isUnknown]}</p>}
      {stopped && (
        <p className="notice warning">
          {t('State unknown from turn {stoppedAt} on: {reason}', {
            stoppedAt: stoppedAt + 1,
            reason: reasonOf(stopped),
          })}
        </p>
      )}
      {differs.length > 0 && (
        <p className="notice warning">
          {t(
            'The release now says something else than was stored at: {turns}. The stored texts are shown; variables and path are computed.',
            { turns: differs.slice(0, 10).join(', ') + (differs.length > 10 ? ', …' : '') },
          )}
        </p>
      )}
      {differing.length > 0 && (
        <p className="notice warning">
          {differing.length === 1
            ? t('One variable has another value than the result: {differing}.', { differing: differing.join(', ') })
            : t('Some variables have another value than the result: {differing}.', { differing: differing.join(', ') })}
        </p>
      )}
      {assumed && (
        <p className="notice">{t('A service would be asked something else here; its recorded answer was used.')}</p>
      )}
      {others.length === 0 && !isUnknown && !stopped && differs.length === 0 && differing.length === 0 && (
        <p className="faint">{t('Computed again on its release; matches the stored conversation.')}</p>
      )}
    </div>
  )
}

const unknown: Record<NonNullable<Recording['isUnknown']>, string> = {
  restored: t(
    'This visitor came back to an earlier result, whose values are not recorded. Only what was said is known, without path and variables.',
  ),
  long: t(
    'This conversation has too many turns to be computed again. Shown are its latest turns, without path and variables.',
  ),
}

function reasonOf({ reason, message, kind, isCut }: NonNullable<Recording['turns'][number]['stopped']>): string {
  if (reason === 'refused') return message ?? t('the release does not take this reply.')
  if (isCut) return t('the answer of a service was too large to keep.')
  return t('the flow asks for something without a recorded answer ({kind}).', { kind })
}
