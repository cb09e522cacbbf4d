import { secret, text } from '../field.ts'
import { describeScheme } from '../scheme-descriptor.ts'
import { placement } from './placement.ts'

/** API Key: a key in a header or in the query (behaviour 5.1). */
export const apiKey = describeScheme({
  type: 'apiKey',
  label: 'API Key',
  fields: { key: text('Key'), value: secret('Value'), placement },
  file: { kind: 'schema', name: 'apikey' },
})
