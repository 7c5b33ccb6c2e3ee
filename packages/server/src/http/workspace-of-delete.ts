import { ApiError } from '@colloquy/api'

interface DeleteCall {
  query: { workspaceId?: string | undefined }
  body: { workspaceId?: string | undefined }
}

/** Returns the workspace that the query of a DELETE names, or else its body. Throws `invalid_request` when neither does. */
export function workspaceOfDelete({ query, body }: DeleteCall): string {
  const workspaceId = query.workspaceId ?? body.workspaceId
  if (workspaceId !== undefined) return workspaceId
  const issue = { path: 'workspaceId', message: 'Name the workspace, in the query or in the body' }
  throw new ApiError('invalid_request', { issues: [issue] })
}
