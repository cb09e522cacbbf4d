import { text } from '../field.ts'
import { describeScheme } from '../scheme-descriptor.ts'
import { credentials } from './credentials.ts'

/** NTLM cannot be sent (ADR 23). An NTLM authorization in a file is kept and shown. */
export const ntlm = describeScheme({
  type: 'ntlm',
  label: 'NTLM',
  note: 'NTLM is kept as it is in the file, but Parley cannot send it: its hashes are broken, and it is no longer maintained. Choose another type, or send through a local proxy that signs in with NTLM.',
  isOffered: false,
  fields: { ...credentials, domain: text('Domain') },
  form: [],
  usedIf: { password: () => false },
  file: { kind: 'schema', name: 'ntlm' },
})
