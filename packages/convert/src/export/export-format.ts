/** A format to which a collection can be exported. */
interface ListedFormat {
  readonly format: string
  readonly name: string
  /** One sentence about what the file contains and what it omits. */
  readonly detail: string
  /** The ending of the file's name, with its dot. */
  readonly ending: string
}

/** The formats to which a collection can be exported, in the order in which the user sees them. */
export const exportFormats = [
  {
    format: 'openCollection',
    name: 'OpenCollection',
    detail: 'The whole collection in one file, which Parley and Bruno can read.',
    ending: '.opencollection.yml',
  },
  {
    format: 'postman',
    name: 'Postman v2.1',
    detail: 'Requests, examples, scripts and variables. Environments are separate files.',
    ending: '.postman_collection.json',
  },
  {
    format: 'openApi',
    name: 'OpenAPI 3.1',
    detail: 'A description of the requests, without scripts and authorization values.',
    ending: '.openapi.json',
  },
  {
    format: 'curl',
    name: 'cURL',
    detail: 'A command for each HTTP request, with everything it inherits.',
    ending: '.sh',
  },
] as const satisfies readonly ListedFormat[]

/** The id of a format to which a collection can be exported. */
export type ExportFormat = (typeof exportFormats)[number]['format']
