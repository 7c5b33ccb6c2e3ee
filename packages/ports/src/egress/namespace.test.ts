import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testCertificate } from '@colloquy/test-kit/net/certificate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NamespaceReport } from '../testing/namespace-program.js'

const program = fileURLToPath(new URL('../testing/namespace-program.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const isPrivileged = spawnSync('unshare', ['-n', '-m', 'ip', 'link', 'set', 'lo', 'up']).status === 0

describe.skipIf(!isPrivileged)(
  'the egress client in a separate network (needs unshare and ip as root: sudo npm test)',
  () => {
    let report: NamespaceReport
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'colloquy-egress-'))
      const certificates = join(folder, 'certificates.pem')
      await writeFile(certificates, testCertificate)
      const run = ['-n', '-m', process.execPath, '--conditions', 'development', '--import', 'tsx', program, folder]
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates }
      const { stdout } = await promisify(execFile)('unshare', run, {
        cwd: root,
        env,
        maxBuffer: 50_000_000,
        timeout: 55_000,
      })
      report = JSON.parse(stdout)
      await rm(folder, { recursive: true })
    })

    test('refuses forbidden addresses in more than 400 notations, and contacts no canary', () => {
      expect(report.direct.tried).toBeGreaterThan(400)
      expect(report.direct.notRefused).toEqual([])
      expect(report.direct.forbiddenHits).toEqual([])
    })

    test('refuses the same addresses after a redirect from a public host, and contacts no canary', () => {
      expect(report.redirected.unexpected).toEqual([])
      expect(report.redirected.forbiddenHits).toEqual([])
      expect(report.redirected.publicHits).toBeGreaterThan(0)
    })

    test('reads an ambiguous URL in only one way, and contacts no canary', () => {
      expect(report.ambiguous.forbiddenHits).toEqual([])
    })

    test('negative control: without the egress client, the same forms do reach the canaries', () => {
      expect(report.withoutEgress.hits).toBeGreaterThan(300)
      expect(report.withoutEgress.addresses).toBeGreaterThan(40)
    })

    test('refuses a host name if any of its addresses is forbidden, for every type of DNS record', () => {
      expect(report.names.kinds).toEqual({
        public: 'response',
        crowd: 'response',
        private: 'refused',
        linklocal: 'refused',
        mapped: 'refused',
        both: 'refused',
        many: 'refused',
        chain: 'refused',
        unknown: 'failed',
      })
      expect(report.names.forbiddenHits).toEqual([])
    })

    test('refuses a host name rebound to an internal address, even while a connection to its former address is open', () => {
      expect(report.rebinding.kinds).toEqual(['response', 'refused'])
      expect(report.rebinding.hits).toEqual([{ address: '93.184.216.34', port: 80 }])
    })

    test('reuses a connection only while the host name keeps its address', () => {
      expect(report.moving).toEqual([
        [{ address: '93.184.216.34', port: 80 }],
        [{ address: '93.184.216.35', port: 80 }],
        [],
      ])
    })

    test('calls exactly the hosts and ports on the allow list, and never link-local addresses', () => {
      expect(report.allowList.kinds).toEqual({
        listed: 'response',
        listedAddress: 'response',
        listedPort: 'response',
        otherPort: 'refused',
        otherName: 'refused',
        itsAddress: 'refused',
        nameOfAddress: 'refused',
        linkLocal: 'refused',
        otherPortOfAddress: 'refused',
      })
      expect(report.allowList.hits).toEqual(['10.0.0.5:8080', '127.0.0.1:8080', '93.184.216.34:6379'])
    })

    test('refuses the ports of other protocols on a public host', () => {
      const refused = { 22: 'refused', 25: 'refused', 5432: 'refused', 6379: 'refused' }
      expect(report.ports.kinds).toEqual({ ...refused, 80: 'response', 8080: 'response' })
      expect(report.ports.hits).toEqual([80, 8080])
    })

    test('refuses its own origin, its own address and host names that resolve to it', () => {
      expect(report.own).toEqual({ kinds: ['refused', 'refused', 'refused'], hits: [] })
    })

    test('https is spoken to whom the certificate names, at an address that was judged, and carries secrets', () => {
      const { named, withDot, otherName, hosts, secrets } = report.https
      expect(named).toMatchObject({ kind: 'response', status: 200 })
      expect(withDot).toBe('response')
      expect(otherName).toEqual({ kind: 'failed', reason: expect.stringContaining('certificate') })
      expect(hosts).toEqual(['tls.test:8443', 'tls.test:8443'])
      expect(secrets).toEqual(['vault', 'none'])
    })

    test('takes equally long for open, closed and blocked internal ports, since it contacts none of them', () => {
      const { open, closed, blocked, hits } = report.timing
      expect(hits).toEqual([])
      expect(Math.abs(open - closed)).toBeLessThan(50)
      expect(Math.abs(open - blocked)).toBeLessThan(50)
    })
  },
)
