import { type ReactNode, useState } from 'react'
import { DialogPart, onDemand } from '../design/on-demand.js'
import type { ServiceError } from '../service/api.js'
import { isBlockedByChecks } from './is-blocked-by-checks.js'

const BlockedDialog = onDemand(() => import('./blocked-dialog.js'))

type Publish = (reason?: string) => Promise<unknown>

interface Gate {
  /** Publishes. If required checks block it, asks for a reason and publishes with it. Throws any other error. */
  pass(publish: Publish): Promise<void>
  /** Dialog that asks for the reason, to be rendered by the component that uses the hook. */
  dialog: ReactNode
}

/** Wraps every action that makes a release current for visitors, so that the user can give a reason if checks block it. */
export function useGate(): Gate {
  const [blocked, setBlocked] = useState<{ blockingError: ServiceError; publish: Publish }>()
  return {
    async pass(publish) {
      try {
        await publish()
      } catch (blockingError) {
        if (!isBlockedByChecks(blockingError)) throw blockingError
        setBlocked({ blockingError, publish })
      }
    },
    dialog: blocked && (
      <DialogPart>
        <BlockedDialog
          blockingError={blocked.blockingError}
          onPublish={blocked.publish}
          onClose={() => setBlocked(undefined)}
        />
      </DialogPart>
    ),
  }
}
