import type { DnsResolver } from '@colloquy/ports/egress'
import type { Storage } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { recordsOf } from '../domains/domain-records.js'

/** A DNS in which each domain has the TXT records of all workspaces that claim it, and is an alias of `host`. */
export function provingDns(use: () => { storage: Storage; config: Config }, host: string): DnsResolver {
  return {
    async txt(textName) {
      const { storage, config } = use()
      const secret = (await storage.settings.get('signing-key')) as string
      const texts = (await storage.customDomains.listAll()).map((domain) => recordsOf({ config, secret }, domain).text)
      return { kind: 'records', values: texts.filter(({ name }) => name === textName).map(({ value }) => value) }
    },
    cname: async () => ({ kind: 'records', values: [host] }),
  }
}
