import { ApiError } from '@colloquy/api'
import type { ThemeTemplate } from '@colloquy/storage'
import { writableWorkspace } from '../access.js'
import type { Handlers } from '../handler.js'
import { timestamp } from '../timestamp.js'

export const themeTemplateHandlers: Handlers<'listThemeTemplates' | 'saveThemeTemplate' | 'deleteThemeTemplate'> = {
  async listThemeTemplates(service, { caller, query }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
    const templates = await service.storage.themeTemplates.list(workspace.id)
    return { themeTemplates: templates.map(({ id, name, theme }) => ({ id, name, theme: JSON.parse(theme) })) }
  },

  async saveThemeTemplate(service, { caller, params, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const now = service.now()
    const saved = await service.storage.themeTemplates.save({
      id: params.themeTemplateId,
      workspaceId: workspace.id,
      name: body.name,
      theme: JSON.stringify(body.theme),
      createdAt: now,
      updatedAt: now,
    })
    return { themeTemplate: templateDocument(saved) }
  },

  async deleteThemeTemplate(service, { caller, params, query }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
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
