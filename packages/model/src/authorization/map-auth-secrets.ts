import type { Auth } from './auth.ts'

/** Returns an authorization whose secret fields (product decisions, Secret fields) have other texts. */
export function mapAuthSecrets(auth: Auth, secret: (field: string, text: string) => string): Auth {
  switch (auth.type) {
    case 'bearer':
      return { ...auth, token: secret('token', auth.token) }
    case 'apiKey':
      return { ...auth, value: secret('value', auth.value) }
    case 'basic':
    case 'digest':
    case 'ntlm':
    case 'wsse':
      return { ...auth, password: secret('password', auth.password) }
    case 'signatureV4':
      return {
        ...auth,
        secretAccessKey: secret('secretAccessKey', auth.secretAccessKey),
        sessionToken: secret('sessionToken', auth.sessionToken),
      }
    case 'oauth2':
      return {
        ...auth,
        accessToken: secret('accessToken', auth.accessToken),
        clientSecret: secret('clientSecret', auth.clientSecret),
        password: secret('password', auth.password),
      }
    case 'oauth1':
      return {
        ...auth,
        consumerSecret: secret('consumerSecret', auth.consumerSecret),
        accessToken: secret('accessToken', auth.accessToken),
        accessTokenSecret: secret('accessTokenSecret', auth.accessTokenSecret),
        privateKey:
          auth.privateKey.source === 'file'
            ? auth.privateKey
            : { source: 'text', value: secret('privateKey', auth.privateKey.value) },
      }
    case 'jwt':
      return {
        ...auth,
        secret: secret('secret', auth.secret),
        privateKey: secret('privateKey', auth.privateKey),
      }
    case 'hawk':
      return { ...auth, key: secret('key', auth.key) }
    case 'inherit':
    case 'none':
      return auth
  }
}
