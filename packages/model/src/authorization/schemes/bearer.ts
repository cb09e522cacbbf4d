import { secret } from '../field.ts'
import { describeScheme } from '../scheme-descriptor.ts'

/** Bearer Token (behaviour 5.1; RFC 6750). */
export const bearer = describeScheme({
  type: 'bearer',
  label: 'Bearer Token',
  fields: { token: secret('Token') },
  file: { kind: 'schema', name: 'bearer' },
})
