import type { ImportFailure, ImportLoss } from './imported.ts'

/**
 * Describes in one sentence why something could not be imported.
 * @param what - it is, such as `file` or `pasted text`
 */
export function describeImportFailure({ code, subject }: ImportFailure, what = 'file'): string {
  switch (code) {
    case 'NOT_JSON':
      return `The ${what} is not JSON: ${subject}`
    case 'NOT_YAML':
      return `The ${what} is not YAML: ${subject}`
    case 'NOT_XML':
      return `The ${what} is not XML that can be read: ${subject}`
    case 'NOT_GRAPHQL':
      return `The ${what} is not a GraphQL schema: ${subject}`
    case 'NOT_CURL':
      return `No cURL command of the ${what} could be read. ${subject}`
    case 'NOT_OPEN_COLLECTION':
      return `The ${what} does not follow OpenCollection 1.0.`
    case 'TOO_DEEP':
      return `The ${what} is nested deeper than ${subject} levels.`
    case 'TOO_LARGE':
      return `The ${what} is larger than ${subject} bytes.`
    case 'FOREIGN_FORMAT':
      return `This is ${subject}. Parley cannot import it.`
    case 'UNKNOWN_FORMAT':
      return `The format of the ${what} is unknown.`
    case 'EMPTY':
      return `There is no request and no environment in the ${what}.`
  }
}

/** Describes in one sentence a part that could not be imported, without its position. */
export function describeImportLoss({ code, subject }: ImportLoss): string {
  switch (code) {
    case 'AUTH_NOT_SUPPORTED':
      return `The authorization ${subject} is not supported; the request has none.`
    case 'BODY_DISABLED':
      return `A disabled body was left out: ${subject}`
    case 'BODY_NOT_SUPPORTED':
      return `The body is not supported: ${subject}`
    case 'COMMAND_NOTE':
      return subject
    case 'COMMAND_NOT_READ':
      return `A command was left out. ${subject}`
    case 'HEADER_REPEATED':
      return `A row of the header ${subject} is unticked, because the other client sends only the last of that name.`
    case 'HEADER_LIST':
      return `The header ${subject} has a list of values, so it has a row for each.`
    case 'HEADER_NOT_REPLACED':
      return `The other client sends the authorization instead of the header ${subject}; Parley sends the header.`
    case 'HEADER_REPLACED':
      return `The header ${subject} is unticked, because the other client sends the authorization instead.`
    case 'NAME_NOT_FILLED':
      return `Parley does not fill in ${subject}; add a variable of that name, or write a value.`
    case 'REQUEST_NOT_SUPPORTED':
      return `Not a request that can be sent: ${subject}`
    case 'SCRIPT_DISABLED':
      return `A disabled script was left out: ${subject}`
    case 'SECRET_MISSING':
      return `The value of ${subject} is not in the file; enter it before you send.`
    case 'SECRET_MOVED':
      return `The secret variable ${subject} is now one of the workspace, because requests have no secret variables.`
    case 'SETTING_NOT_SUPPORTED':
      return `The setting ${subject} is not supported.`
    case 'TEMPLATE_NOT_TRANSLATED':
      return `The template ${subject} stays as text.`
    case 'TEST_NOT_TRANSLATED':
      return `A test could not be written as a script: ${subject}`
    case 'REFERENCE_NOT_FOUND':
      return `The document refers to ${subject}, which is not in it.`
    case 'REFERENCE_NOT_FETCHED':
      return `The document refers to ${subject}, which was not fetched.`
    case 'NOT_READ':
      return `${subject} was not read.`
    case 'READ_AS':
      return `Read ${subject}, which the other client ignores.`
  }
}
