import { flag, secret, text } from '../field.ts'
import { describeScheme } from '../scheme-descriptor.ts'
import { placement } from './placement.ts'

const algorithms = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
]

const isSymmetric = ({ algorithm }: { readonly algorithm: string }) => algorithm.startsWith('HS')

/**
 * JWT Bearer: builds and signs a JSON Web Token for each request and sends it as a bearer token (RFC 7519).
 */
export const jwt = describeScheme({
  type: 'jwt',
  label: 'JWT Bearer',
  shortName: 'JWT',
  fields: {
    algorithm: text('Algorithm', { default: 'HS256', offers: algorithms }),
    secret: secret('Secret'),
    isSecretBase64: flag('Secret is Base64'),
    privateKey: secret('Private key', { placeholder: '-----BEGIN PRIVATE KEY-----', isMultiline: true }),
    /** JSON as typed. */
    payload: text('Payload', { default: '{}', isMultiline: true }),
    /** JSON as typed; merged with the generated JOSE header. */
    header: text('JWT headers', {
      default: '{}',
      isMultiline: true,
      note: 'alg and typ are added to the headers.',
    }),
    prefix: text('Header prefix', { default: 'Bearer' }),
    placement,
    queryName: text('Parameter name', { default: 'token' }),
  },
  form: [
    ...(['algorithm', 'secret', 'isSecretBase64', 'privateKey', 'payload', 'header'] as const),
    ...(['placement', 'prefix', 'queryName'] as const),
  ],
  shownIf: {
    secret: isSymmetric,
    isSecretBase64: isSymmetric,
    privateKey: auth => !isSymmetric(auth),
    prefix: auth => auth.placement === 'header',
    queryName: auth => auth.placement === 'query',
  },
  file: { kind: 'extension', beside: { type: 'bearer' } },
})
