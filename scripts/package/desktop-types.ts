/** A kind of file that the desktop app opens. */
export interface FileType {
  readonly mediaType: string
  readonly description: string
  /** For systems that go by patterns of names; those without `*` are whole names. */
  readonly patterns: readonly string[]
  /** The type of which it is a case. */
  readonly broaderType: string
  /** The name of the type on Windows, which goes by the last ending of a name; null if other programs own that. */
  readonly windows: { readonly id: string; readonly ending: string } | null
}

/** The scheme of links that lead to Parley, as in `parley://open?path=…`. */
export const linkScheme = 'parley'

/** The kinds of files of which packages tell the system that Parley opens them. */
export const fileTypes: readonly FileType[] = [
  {
    mediaType: 'application/x-opencollection+yaml',
    description: 'OpenCollection',
    patterns: ['opencollection.yml', 'opencollection.yaml'],
    broaderType: 'application/x-yaml',
    windows: null,
  },
  {
    mediaType: 'text/x-bruno',
    description: 'Bruno request',
    patterns: ['*.bru'],
    broaderType: 'text/plain',
    windows: { id: 'Parley.bru', ending: '.bru' },
  },
  {
    mediaType: 'application/x-postman-collection+json',
    description: 'Postman collection',
    patterns: ['*.postman_collection.json'],
    broaderType: 'application/json',
    windows: null,
  },
]
