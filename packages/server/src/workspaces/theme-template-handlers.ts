import { ApiError } from '@colloquy/api'
import type { ThemeTemplate } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'

export const themeTemplateHandlers: Handlers<'listThemeTemplates' | 'saveThemeTemplate' | 'deleteThemeTemplate'> = {
  async listThemeTemplates(service, { workspace }) {
    const templates = await service.storage.themeTemplates.list(workspace.id)
    return { themeTemplates: templates.map(({ id, name, theme }) => ({ id, name, theme: JSON.parse(theme) })) }
  },

  async saveThemeTemplate(service, { params, body, workspace }) {
    const now = service.now()
    const template = {
      id: params.themeTemplateId,
      workspaceId: workspace.id,
      name: body.name,
      theme: JSON.stringify(body.theme),
      createdAt: now,
      updatedAt: now,
    }
    const saved = await service.storage.themeTemplates.save(template, service.config.limits.themeTemplateBytes)
    if (saved === 'full') throw new LimitExceeded('themeTemplateBytes')
    return { themeTemplate: templateDocument(saved) }
  },

  async deleteThemeTemplate(service, { params, workspace }) {
    const template = await service.storage.themeTemplates.delete(workspace.id, params.themeTemplateId)
    if (!template) throw new ApiError('theme_template_not_found')
    return { themeTemplate: templateDocument(template) }
  },
}

function templateDocument({ id, name, theme, workspaceId, createdAt, updatedAt }: ThemeTemplate) {
  return {
    id,
    name,
    theme: JSON.parse(theme),
    workspaceId,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  }
}
