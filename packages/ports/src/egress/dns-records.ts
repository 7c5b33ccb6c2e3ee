import { Resolver } from 'node:dns/promises'

/** Answer of the DNS for a name: its records, or why there are none. */
export type DnsResponse = { kind: 'records'; values: string[] } | { kind: 'none' | 'unknown name' | 'failed' }

export interface DnsResolver {
  txt(name: string): Promise<DnsResponse>
  cname(name: string): Promise<DnsResponse>
}

/** Asks the name servers of this machine. */
export function openResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  return {
    txt: (name) => answerOf(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) => answerOf(() => resolver.resolveCname(name)),
  }
}

async function answerOf(ask: () => Promise<string[]>): Promise<DnsResponse> {
  try {
    return { kind: 'records', values: await ask() }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENODATA') return { kind: 'none' }
    return { kind: code === 'ENOTFOUND' ? 'unknown name' : 'failed' }
  }
}
