import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outdatedPkcs12 } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { added, file, running, startTarget, succeeds, useCertificateServer } from './certificates.testkit.ts'

useCertificateServer()

test(
  'a PFX file with its passphrase is sent',
  needs(existsSync('/usr/bin/openssl'), 'OpenSSL (apt-get install openssl)'),
  async () => {
    const target = await startTarget('valid', 'required')
    const folder = mkdtempSync(join(tmpdir(), 'parley-pfx-'))
    try {
      const path = (name: string) => join(folder, name)
      writeFileSync(path('c.pem'), target.clientIdentity.certificatePem)
      writeFileSync(path('k.pem'), target.clientIdentity.privateKeyPem)
      const names = ['-in', path('c.pem'), '-inkey', path('k.pem'), '-out', path('c.pfx')]
      execFileSync('/usr/bin/openssl', ['pkcs12', '-export', ...names, '-passout', 'pass:canary-7f3a'])
      added(await running.client.certificates.addAuthority(file('ca.pem', target.authorityCertificatePem)))
      const given = {
        type: 'pkcs12',
        domain: '127.0.0.1',
        file: file('c.pfx', readFileSync(path('c.pfx'))),
      } as const
      expect(await running.client.certificates.addClient({ ...given, passphrase: 'wrong' })).toMatchObject({
        state: 'failed',
        nextStep: expect.stringContaining('passphrase'),
      })
      const { bytes, passphrase } = outdatedPkcs12
      expect(
        await running.client.certificates.addClient({ ...given, file: file('old.pfx', bytes), passphrase }),
      ).toMatchObject({
        state: 'failed',
        sentence: expect.stringContaining('outdated'),
        nextStep: expect.stringContaining('openssl pkcs12 -legacy'),
      })
      added(await running.client.certificates.addClient({ ...given, passphrase: 'canary-7f3a' }))
      await succeeds(target.url)
      for (const entry of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain('canary-7f3a')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
