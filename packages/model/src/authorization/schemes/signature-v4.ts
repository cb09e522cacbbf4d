import type { ObjectReader } from '../../opencollection/object-reader.ts'
import { differing } from '../../opencollection/scheme-fields.ts'
import { type OpenCollectionObject, objectOf, textUnlessEmpty } from '../../opencollection/value.ts'
import { choice, defaultsOf, secret, text } from '../field.ts'
import { type AuthValues, describeScheme } from '../scheme-descriptor.ts'

const fields = {
  accessKeyId: text('Access Key ID'),
  secretAccessKey: secret('Secret Access Key'),
  sessionToken: secret('Session Token', { placeholder: 'Optional' }),
  region: text('Region', { default: 'us-east-1' }),
  service: text('Service', { default: 'execute-api' }),
  profileName: text('Profile name'),
  /** `query` means a presigned URL. */
  placement: choice('Add to', [
    { id: 'header', label: 'Headers' },
    { id: 'query', label: 'Query params (presigned URL)' },
  ]),
}

type SignatureV4 = AuthValues<'signatureV4', typeof fields>

/** Signature Version 4 of a cloud provider (behaviour 5.1), in headers or as a presigned URL. */
export const signatureV4 = describeScheme({
  type: 'signatureV4',
  label: 'Request signature v4 (cloud provider)',
  shortName: 'Signature v4',
  help: 'Signing is applied after scripts: a pre-request script must not change headers, body or method, or the server rejects the signature.',
  fields,
  form: ['accessKeyId', 'secretAccessKey', 'sessionToken', 'region', 'service', 'placement'],
  file: {
    kind: 'own',
    name: 'awsv4',
    read,
    write,
    /** The schema supports signatures in headers only. */
    extension: {
      read: (extension, stated) => {
        const base = stated ?? empty()
        return { ...base, placement: extension.choice('placement', ['header', 'query'], base.placement) }
      },
      write: (auth, stated) => differing(auth, stated ?? empty()),
    },
  },
})

function empty(): SignatureV4 {
  return { type: 'signatureV4', ...defaultsOf(fields) }
}

function read(auth: ObjectReader): SignatureV4 {
  const defaults = empty()
  return {
    ...defaults,
    accessKeyId: auth.text('accessKeyId'),
    secretAccessKey: auth.text('secretAccessKey'),
    sessionToken: auth.text('sessionToken'),
    service: auth.text('service', defaults.service),
    region: auth.text('region', defaults.region),
    profileName: auth.text('profileName'),
  }
}

/** Service and region are always written, because other clients have no defaults for them. */
function write(auth: SignatureV4): OpenCollectionObject {
  return objectOf({
    type: 'awsv4',
    accessKeyId: textUnlessEmpty(auth.accessKeyId),
    secretAccessKey: textUnlessEmpty(auth.secretAccessKey),
    sessionToken: textUnlessEmpty(auth.sessionToken),
    service: auth.service,
    region: auth.region,
    profileName: textUnlessEmpty(auth.profileName),
  })
}
