/** The formats that can be imported, by their ids, with their names for users. */
export const importFormatNames = {
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
} as const satisfies Readonly<Record<string, string>>

/** The id of a format that can be imported. */
export type ImportFormat = keyof typeof importFormatNames

/** What is known of a file beside its content. */
export interface DocumentHints {
  /** Its name or path; absent for a pasted text. */
  readonly fileName?: string
  /** The user says that it is an environment. */
  readonly isEnvironment?: boolean
}
