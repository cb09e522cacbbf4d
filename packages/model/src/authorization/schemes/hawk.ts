import { choice, flag, secret, text } from '../field.ts'
import { describeScheme } from '../scheme-descriptor.ts'

const made = { placeholder: 'Made for each request' }

/** Hawk. Empty nonces and timestamps are generated for each request. */
export const hawk = describeScheme({
  type: 'hawk',
  label: 'Hawk',
  fields: {
    id: text('Hawk ID'),
    key: secret('Hawk key'),
    algorithm: choice('Algorithm', [
      { id: 'sha256', label: 'SHA-256' },
      { id: 'sha1', label: 'SHA-1' },
    ]),
    user: text('User'),
    nonce: text('Nonce', made),
    ext: text('Ext'),
    app: text('App'),
    dlg: text('Dlg'),
    timestamp: text('Timestamp', made),
    includePayloadHash: flag('Include payload hash'),
  },
  form: ['id', 'key', 'algorithm', 'includePayloadHash', 'user', 'ext', 'app', 'dlg', 'nonce', 'timestamp'],
  more: ['user', 'ext', 'app', 'dlg', 'nonce', 'timestamp'],
  file: { kind: 'extension' },
})
