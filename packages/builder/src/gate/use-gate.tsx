import { type ReactNode, useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import type { ServiceError } from '../service/api.js'
import { isBlockedByChecks } from './is-blocked-by-checks.js'

const BlockedDialog = onDemand(() => import('./blocked-dialog.js'))

type Publish = (reason?: string) => Promise<unknown>

interface Gate {
  /** Publishes; where required checks refuse that, asks for a reason and publishes with it. Other errors are thrown. */
  pass(publish: Publish): Promise<void>
  /** Asks for the reason; to be rendered where the hook is used. */
  dialog: ReactNode
}

/** Whatever makes a release current for visitors goes through here, so that a reason can be given wherever checks refuse it. */
export function useGate(): Gate {
  const [blocked, setBlocked] = useState<{ refusal: ServiceError; publish: Publish }>()
  return {
    async pass(publish) {
      try {
        await publish()
      } catch (refusal) {
        if (!isBlockedByChecks(refusal)) throw refusal
        setBlocked({ refusal, publish })
      }
    },
    dialog: blocked && (
      <Part>
        <BlockedDialog refusal={blocked.refusal} onPublish={blocked.publish} onClose={() => setBlocked(undefined)} />
      </Part>
    ),
  }
}
