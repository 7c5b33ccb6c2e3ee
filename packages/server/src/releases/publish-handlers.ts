import { ApiError } from '@colloquy/api'
import { defaultPublicId } from '@colloquy/flow'
import { publicIdTaken } from '../bots/update-bot.js'
import { environmentOf } from '../environments/environment-of.js'
import { checkHeadCode } from '../head-code/check-head-code.js'
import type { Handlers } from '../http/handler.js'
import { newId } from '../ids.js'
import { readEvidence } from '../replays/replay-cursor.js'
import { passGate } from './publish-gate.js'

export const publishHandlers: Handlers<'publishBot' | 'unpublishBot'> = {
  async publishBot(service, { caller, body, bot }) {
    const { flow, theme, settings, workspaceId } = bot
    await checkHeadCode(service, JSON.parse(settings))
    const override = await passGate(service, bot, { reason: body.reason, authorId: caller.user.id })
    const release = {
      id: newId(),
      botId: bot.id,
      workspaceId,
      version: '6',
      flow,
      theme,
      settings,
      note: body.note || null,
      evidence: body.replay === undefined ? null : readEvidence(service, bot, body.replay),
      overrides: override ? JSON.stringify([override]) : null,
      authorId: caller.user.id,
      createdAt: service.now(),
    }
    const environment = await environmentOf(service, bot, body.environmentId ?? 'live')
    const columns = {
      environmentId: environment?.id ?? null,
      dueAt: body.at === undefined ? null : Math.max(release.createdAt, Date.parse(body.at)),
    }
    const publish = () => service.storage.releases.publish(release, defaultPublicId(bot.name, bot.id), columns)
    const outcome = await service.longWork.run(workspaceId, flow.length, publish)
    if (outcome === 'missing') throw new ApiError('bot_not_found')
    if (outcome === 'taken') throw publicIdTaken()
    return { message: 'success' }
  },

  async unpublishBot(service, { bot }) {
    const isUnpublished = await service.storage.releases.unpublish(bot.workspaceId, bot.id, service.now())
    if (!isUnpublished) throw new ApiError('bot_not_published')
    return { message: 'success' }
  },
}
