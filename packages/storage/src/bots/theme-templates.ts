/** A theme kept for other bots of the workspace. Its id is its own only there; `theme` is JSON text. */
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
  /** Creates it, or changes the workspace's one of this id, which keeps its `createdAt`. All of a workspace have `maxBytes`. */
  save(template: ThemeTemplate, maxBytes: number): Promise<ThemeTemplate | 'full'>
  /** The removed one. */
  delete(workspaceId: string, id: string): Promise<ThemeTemplate | undefined>
}
