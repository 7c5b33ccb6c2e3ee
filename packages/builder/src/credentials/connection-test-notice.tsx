import type { useConnectionTest } from './use-connection-test.js'

/** Outcome of a connection test. */
export const ConnectionTestNotice = ({ outcome }: Pick<ReturnType<typeof useConnectionTest>, 'outcome'>) =>
  outcome && (
    <p className={outcome.status === 'failure' ? 'notice danger whole' : 'notice whole'} role="status">
      {outcome.message}
    </p>
  )
