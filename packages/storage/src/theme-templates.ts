/** A theme kept for other bots of the workspace. `theme` is JSON text. */
export interface ThemeTemplate {
  id: string
  workspaceId: string
  name: string
  theme: string
  createdAt: number
  updatedAt: number
}
export interface ThemeTemplateStore {
  /** Newest first. */
  list(workspaceId: string): Promise<ThemeTemplate[]>
  /** Creates it, or changes the one of this id; undefined (and nothing written) when that id belongs to another workspace. */
  save(template: ThemeTemplate): Promise<ThemeTemplate | undefined>
  /** The removed one. */
  delete(workspaceId: string, id: string): Promise<ThemeTemplate | undefined>
}
