import { roleCan } from '@colloquy/permissions'
import type { Delivery } from '@colloquy/storage'
import { quoted } from '../mail/quoted.js'
import { sendMail } from '../mail/send-mail.js'
import type { Service } from '../service.js'

/** Sends an email to the admins of a workspace if an integration keeps failing: at most once a day for each, and from one process only. */
export class FailureWarning {
  readonly #service: Pick<Service, 'config' | 'ports' | 'storage' | 'now'>
  /** Failures since the last success, by workspace and kind. */
  readonly #failures = new Map<string, number>()
  /** Time of the last attempt to warn. */
  readonly #askedAt = new Map<string, number>()

  constructor(service: Pick<Service, 'config' | 'ports' | 'storage' | 'now'>) {
    this.#service = service
  }

  noteSuccess(delivery: Pick<Delivery, 'workspaceId' | 'kind'>): void {
    this.#failures.delete(keyOf(delivery))
  }

  async noteFailure(delivery: Pick<Delivery, 'workspaceId' | 'kind'>, isDead: boolean): Promise<void> {
    if (!this.#service.config.mailAccount?.from) return
    const key = keyOf(delivery)
    const failures = (this.#failures.get(key) ?? 0) + 1
    if (failures === 1 && this.#failures.size >= maxKeys) return
    this.#failures.set(key, failures)
    if (failures < failuresInARow && !isDead) return
    const { now, storage } = this.#service
    const askedAt = this.#askedAt.get(key)
    if (askedAt !== undefined && now() - askedAt < day) return
    this.#askedAt.set(key, now())
    const release = await storage.claims.take(`delivery warning ${key}`)
    if (!release) return
    setTimeout(() => void release().catch(() => {}), day - 60_000).unref()
    await this.#warn(delivery)
  }

  async #warn({ workspaceId, kind }: Pick<Delivery, 'workspaceId' | 'kind'>): Promise<void> {
    const { config, storage } = this.#service
    const workspace = await storage.workspaces.get(workspaceId)
    if (!workspace) return
    const text = [
      `Deliveries of ${kind} blocks in the workspace ${quoted(workspace.name)} keep failing. Colloquy tries each for about a day and then gives it up.`,
      'See the last error of each delivery in Deliveries, mend the service or the block, and send failed ones again there.',
      ...(config.publicUrl === undefined ? [] : [`${config.publicUrl}/workspaces/${workspaceId}/settings/deliveries`]),
    ]
    const subject = `Deliveries of ${kind} blocks keep failing`
    for (const { role, user } of await storage.members.list(workspaceId)) {
      if (roleCan(role, 'workspace.manage') && user.email !== null)
        await sendMail(this.#service, { to: user.email, subject, text: text.join('\n\n') })
    }
  }
}

const keyOf = ({ workspaceId, kind }: Pick<Delivery, 'workspaceId' | 'kind'>) => `${workspaceId} ${kind}`

const failuresInARow = 5
/** Milliseconds. */
const day = 86_400_000
/** Maximum number of entries; beyond it, integrations that start to fail are not watched. */
const maxKeys = 10_000
