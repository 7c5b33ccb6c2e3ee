import type { QueryClient } from '@tanstack/react-query'
import type { SignIn } from './signing-in.js'

/** Somebody came in, or left: nothing that was read for whoever was here before stays in memory. */
export function becomeKnown(queries: QueryClient, who: SignIn | null): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  queries.setQueryData(['me'], { who })
}
