import type { CallOptions } from './call-types.js'

/** One page of a list: its items, and the cursor of the next page. */
export type Page = { nextCursor?: string | null }

/** The items of the only list in a page. */
type ItemOf<Answer> = {
  [Key in keyof Answer]: NonNullable<Answer[Key]> extends readonly (infer Item)[] ? Item : never
}[keyof Answer]

/**
 * All items of a paginated list; pages are requested as the loop reaches them.
 *
 * ```ts
 * import { type Client, paginate } from '@colloquy/sdk'
 *
 * declare const client: Client
 * for await (const result of paginate(client.listResults, { botId: 'my-bot', timeFilter: 'allTime' })) console.log(result.answers)
 * ```
 */
export async function* paginate<Input extends { cursor?: string }, Answer extends Page>(
  list: (input: Input, options?: CallOptions) => Promise<Answer>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<NonNullable<ItemOf<Answer>>> {
  for (let cursor = input.cursor; ; ) {
    const page = await list({ ...input, cursor }, options)
    yield* (Object.values(page).find(Array.isArray) ?? []) as NonNullable<ItemOf<Answer>>[]
    if (!page.nextCursor) return
    cursor = page.nextCursor
  }
}
