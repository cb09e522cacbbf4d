/** The kinds of files that can be imported. */
export type ImportFormat =
  | 'postman'
  | 'bruno'
  | 'openCollection'
  | 'hoppscotch'
  | 'insomnia'
  | 'thunderClient'
  | 'har'
  | 'openApi'
  | 'wsdl'
  | 'graphQl'
  | 'curl'

/** The names of the formats for users. */
export const importFormatNames: Readonly<Record<ImportFormat, string>> = {
  postman: 'Postman',
  bruno: 'Bruno',
  openCollection: 'OpenCollection',
  hoppscotch: 'Hoppscotch',
  insomnia: 'Insomnia',
  thunderClient: 'Thunder Client',
  har: 'HTTP archive (HAR)',
  openApi: 'OpenAPI',
  wsdl: 'WSDL',
  graphQl: 'GraphQL schema',
  curl: 'cURL commands',
}
