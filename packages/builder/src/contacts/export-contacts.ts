import { downloadFile } from '../service/download-file.js'

/** Saves the contacts that a list has as CSV. */
export async function saveContacts({ workspaceId, ...query }: Record<string, string> & { workspaceId: string }) {
  await downloadFile(`/api/v1/workspaces/${workspaceId}/contacts/export?${new URLSearchParams(query)}`, 'contacts.csv')
}
