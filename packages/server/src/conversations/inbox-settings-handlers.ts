import { ApiError } from '@colloquy/api'
import { isOpenAt, opensNextAt } from '@colloquy/flow/business-hours'
import type { Workspace } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { hoursOf } from '../turns/ask-person.js'

export const inboxSettingsHandlers: Handlers<'getInboxSettings' | 'updateInboxSettings'> = {
  async getInboxSettings({ now }, { workspace }) {
    return settingsDocument(workspace, now())
  },

  async updateInboxSettings({ storage, now, inboxPresence }, { body, workspace }) {
    const { businessHours, awayMinutes, waitingMailMinutes } = body
    const change = {
      ...(businessHours !== undefined && { businessHours: businessHours && JSON.stringify(businessHours) }),
      ...(awayMinutes !== undefined && { awayMinutes }),
      ...(waitingMailMinutes !== undefined && { waitingMailMinutes }),
    }
    const updated = await storage.workspaces.update(workspace.id, change, now())
    if (!updated) throw new ApiError('workspace_not_found')
    if (updated.awayMinutes !== workspace.awayMinutes) await inboxPresence.expectAll(workspace.id)
    return settingsDocument(updated, now())
  },
}

function settingsDocument(workspace: Workspace, now: number) {
  const hours = hoursOf(workspace)
  const isOpen = !hours || isOpenAt(hours, now)
  const opensAt = hours && !isOpen ? opensNextAt(hours, now) : undefined
  return {
    businessHours: hours ? { ...hours, ranges: [...hours.ranges], holidays: [...hours.holidays] } : null,
    isOpen,
    awayMinutes: workspace.awayMinutes,
    waitingMailMinutes: workspace.waitingMailMinutes,
    opensAt: opensAt === undefined ? null : timestamp(opensAt),
  }
}
