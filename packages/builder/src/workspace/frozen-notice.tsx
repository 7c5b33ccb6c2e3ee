import { t } from '../i18n/i18n.js'
import type { ListedWorkspace } from '../service/workspaces.js'

/** Says of a workspace that is frozen why so little can be done in it. */
export const FrozenNotice = ({ workspace: { isSuspended } }: { workspace: ListedWorkspace }) => (
  <p className="notice warning" role="status">
    {isSuspended
      ? t(
          'This workspace is suspended: its bots take no replies, and nothing in it can be opened or changed. Ask the operator of this service.',
        )
      : t(
          'A payment for this workspace is due: its bots keep running, but nothing in it can be opened or changed. Ask the operator of this service.',
        )}
  </p>
)
