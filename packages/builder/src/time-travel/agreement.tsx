import type { OtherReply, Recording } from './recording.js'

interface AgreementProps {
  recording: Recording
  others: readonly OtherReply[]
  onReset(): void
}

/** Whether what the release computes today agrees with what was stored, and where not. */
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
            What if: {others.map(({ turn, text }) => `“${text}” at turn ${turn + 1}`).join(', then ')}. Nothing of this
            is stored.
          </span>
          <button type="button" className="button small" onClick={onReset}>
            Back to the recording
          </button>
        </p>
      )}
      {isUnknown && <p className="notice warning">{unknown[isUnknown]}</p>}
      {stopped && (
        <p className="notice warning">
          From turn {stoppedAt + 1} on, the state is not known: {reasonOf(stopped)}
        </p>
      )}
      {differs.length > 0 && (
        <p className="notice warning">
          {differs.length === 1 ? 'Turn' : 'Turns'} {differs.slice(0, 10).join(', ')}
          {differs.length > 10 && ' and others'}: the release says something else today than was stored. Shown is what
          was stored; variables and path are computed.
        </p>
      )}
      {differing.length > 0 && (
        <p className="notice warning">
          {differing.length === 1 ? 'One variable has' : 'Some variables have'} another value than the result:{' '}
          {differing.join(', ')}.
        </p>
      )}
      {assumed && <p className="notice">A service would be asked something else here; its recorded answer was used.</p>}
      {others.length === 0 && !isUnknown && !stopped && differs.length === 0 && differing.length === 0 && (
        <p className="faint">Computed again on its release; agrees with what was stored.</p>
      )}
    </div>
  )
}

const unknown: Record<NonNullable<Recording['isUnknown']>, string> = {
  restored:
    'This visitor came back to an earlier result, whose values are not recorded. Only what was said is known, without path and variables.',
  long: 'This conversation has too many turns to be computed again. Shown are its latest turns, without path and variables.',
}

function reasonOf({ reason, message, kind, isCut }: NonNullable<Recording['turns'][number]['stopped']>): string {
  if (reason === 'refused') return message ?? 'the release does not take this reply.'
  if (isCut) return 'the answer of a service was too large to keep.'
  return `the flow asks for something without a recorded answer (${kind}).`
}
