export interface Folder {
  id: string
  workspaceId: string
  name: string
  parentFolderId: string | null
  createdAt: number
  updatedAt: number
}

export interface FolderStore {
  /** 'taken' (and nothing written) if the id is in use. */
  create(folder: Folder): Promise<'created' | 'taken'>
  get(workspaceId: string, id: string): Promise<Folder | undefined>
  /** Folders in this folder, or at the top level, newest first. */
  list(workspaceId: string, parentFolderId: string | null): Promise<Folder[]>
  /** 'missing' also if the new parent does not exist; 'cycle' if the new parent is the folder itself or inside it. */
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<Folder, 'name' | 'parentFolderId'>>,
    now: number,
  ): Promise<{ kind: 'updated'; folder: Folder } | { kind: 'missing' | 'cycle' }>
  /** Returns the deleted folder. Folders and bots in it move to the top level. */
  delete(workspaceId: string, id: string): Promise<Folder | undefined>
}
