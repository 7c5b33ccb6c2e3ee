import type { useTrial } from './use-trial.js'

/** Outcome of a connection test. */
export const TrialNotice = ({ outcome }: Pick<ReturnType<typeof useTrial>, 'outcome'>) =>
  outcome && (
    <p className={outcome.status === 'failure' ? 'notice danger whole' : 'notice whole'} role="status">
      {outcome.message}
    </p>
  )
