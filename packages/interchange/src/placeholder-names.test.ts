import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { noIdentityStore, openWorkspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportCollection } from './export-collection.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-placeholders-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const request = (name: string, auth: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: http://a.test/${name}\n  auth:\n${auth}\n${more}`
const apiKey = (value: string) => `    type: apikey\n    key: X-Key\n    value: ${value}`
const bearer = (token: string) => `    type: bearer\n    token: ${token}`
const basicOnAnotherMachine = '    type: basic\n    username: ann'
const withheld = 'extensions:\n  parley:\n    secrets:\n      - auth.password\n'

const files: Readonly<Record<string, string>> = {
  'workspace.yml': 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n',
  'Shop/opencollection.yml':
    'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  variables:\n    - name: apiKey2\n      value: own\n',
  'Shop/a.yml': request('a', apiKey('canary-1')),
  'Shop/b.yml': request('b', apiKey('canary-1')),
  'Shop/c.yml': request('c', apiKey('canary-2')),
  'Shop/d.yml': request('d', bearer('canary-3')),
  'Shop/In/e.yml': request('e', bearer('canary-4')),
  'Shop/In/f.yml': request('f', bearer('"{{mine}}"')),
  'Shop/g.yml': request('g', basicOnAnotherMachine, withheld),
  'Shop/h.yml': request('h', basicOnAnotherMachine, withheld),
}

test.each(['openCollection', 'postman', 'curl'] as const)(
  'in %s equal secrets have one name, others have another, and none has that of a variable',
  async format => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'w', path)), { recursive: true })
      writeFileSync(join(folder, 'w', path), text)
    }
    const host = {
      files: nodeFiles,
      secrets: { read: async () => new Map(), write: async () => {} },
      identities: noIdentityStore,
      trashFolder: join(folder, '.trash'),
    }
    const opened = await openWorkspace(host, join(folder, 'w'))
    if (!opened.ok) throw new Error(opened.failure.sentence)
    const ports = {
      clock: { now: () => 0, monotonic: () => 0 },
      random: { uuid: () => '', integer: () => 0 },
      hostNames: { toAscii: () => null },
    }
    const exported = await exportCollection(opened.value, 'Shop', format, ports)
    if (!exported.ok) throw new Error(exported.failure.sentence)
    const { text } = exported.value
    expect(text).not.toContain('canary')
    const times = (name: string) => text.split(`{{${name}}}`).length - 1
    const names = ['apiKey', 'apiKey2', 'apiKey3', 'token', 'token2', 'mine']
    expect(Object.fromEntries(names.map(name => [name, times(name)]))).toEqual({
      apiKey: 2,
      apiKey2: 0,
      apiKey3: 1,
      token: 1,
      token2: 1,
      mine: 1,
    })
    if (format !== 'curl') expect([times('password'), times('password2')]).toEqual([1, 1])
  },
)
