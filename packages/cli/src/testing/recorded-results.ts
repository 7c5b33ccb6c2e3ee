/** Number of results of the demo on a service. */
export async function recordedResults(url: string): Promise<number> {
  const headers = { authorization: 'Bearer owner-token-of-the-process-tests' }
  const read = async (path: string) => (await fetch(`${url}/api/v1${path}`, { headers })).json()
  const { workspaces } = (await read('/workspaces')) as { workspaces: { id: string; name: string }[] }
  const demo = workspaces.find(({ name }) => name === 'Demo')
  const { bots } = (await read(`/bots?workspaceId=${demo?.id}`)) as { bots: { id: string }[] }
  const lists = bots.map(async ({ id }) => {
    const { results } = (await read(`/bots/${id}/results?timeFilter=allTime`)) as { results: object[] }
    return results.length
  })
  return (await Promise.all(lists)).reduce((sum, count) => sum + count, 0)
}
