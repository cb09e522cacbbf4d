import { newHttpRequest, type SendFailure } from '@parley/model'
import { expect, test } from 'vitest'
import { failureSetting } from './failure-setting.ts'

const inherited = newHttpRequest()
const own = { ...inherited, settings: { ...inherited.settings, timeoutMs: 800 } }

test.each<
  [SendFailure['kind'], string, ReturnType<typeof failureSetting>, ReturnType<typeof failureSetting>]
>([
  ['timeout', 'REQUEST_TIMEOUT', { place: 'settings', page: 'General' }, { place: 'request' }],
  [
    'timeout',
    'CONNECT_TIMEOUT',
    { place: 'settings', page: 'General' },
    { place: 'settings', page: 'General' },
  ],
  ['timeout', 'GRPC_DEADLINE_EXCEEDED', { place: 'request' }, { place: 'request' }],
  ['timeout', 'STREAM_IDLE', { place: 'request' }, { place: 'request' }],
  ['proxy', 'X', { place: 'settings', page: 'Proxy' }, { place: 'settings', page: 'Proxy' }],
  ['tls', 'X', { place: 'settings', page: 'Certificates' }, { place: 'settings', page: 'Certificates' }],
  ['dns', 'ENOTFOUND', null, null],
  ['connect', 'ECONNREFUSED', null, null],
])('%s %s leads to the setting that applied', (kind, code, whereInherited, whereOwn) => {
  expect(failureSetting({ kind, code }, inherited)).toEqual(whereInherited)
  expect(failureSetting({ kind, code }, own)).toEqual(whereOwn)
})
