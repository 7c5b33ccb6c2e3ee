/** Returns the same pages after reading the first one, so that a failure to read is reported before anything is sent. */
export async function begunPages<Page>(pages: AsyncGenerator<Page>): Promise<AsyncGenerator<Page>> {
  const first = await pages.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}

/** The same pages; a failure to read one is reported, and ends them. */
export async function* reportedPages<Page>(
  pages: AsyncGenerator<Page>,
  onError: (error: unknown) => void,
): AsyncGenerator<Page> {
  try {
    yield* pages
  } catch (error) {
    onError(error)
    throw error
  }
}
