import type { QueryClient } from '@tanstack/react-query'
import type { SignIn } from './signing-in.js'

/** Called when a user signs in or out. Removes everything that was cached for the previous user. */
export function resetForUser(queries: QueryClient, who: SignIn | null): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  queries.setQueryData(['me'], { who })
}
