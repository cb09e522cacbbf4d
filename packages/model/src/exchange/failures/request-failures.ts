import type { DescribedCodes } from './described-codes.ts'
import { placeAgain, shownFile, withoutFullStop } from './failure-words.ts'

/** Failures of requests that cannot be sent. */
export const requestFailures: DescribedCodes = {
  INHERITED_NOT_READ: ({ subject }) => ({
    sentence: `${withoutFullStop(subject)}. The request inherits from this file, so nothing was sent.`,
    nextStep: 'Correct the file, or restore it from version control, and send again.',
  }),
  ERR_HTTP_TRAILER_INVALID: () => ({
    sentence: 'A Trailer header can be sent only together with Transfer-Encoding: chunked. Nothing was sent.',
    nextStep: 'Untick the Trailer row on the Headers tab, or add the Transfer-Encoding.',
  }),
  VARIABLE_TOO_LARGE: ({ subject }) => ({
    sentence: `The variable ${subject} fills in more text than a request can contain.`,
    nextStep: 'Check whether its value repeats other variables many times over.',
  }),
  INVALID_URL: ({ subject }) => ({
    sentence: subject === '' ? 'The URL is empty.' : `“${subject}” is not a valid URL${urlFault(subject)}.`,
    nextStep: 'Type an address such as http://localhost:3000/books.',
  }),
  UNSUPPORTED_SCHEME: ({ subject }) => ({
    sentence: `Requests are sent over http or https, but the URL begins with “${subject}”.`,
    nextStep: 'Change the beginning of the URL to http:// or https://.',
  }),
  SOCKET_FILE: () => ({
    sentence: 'Requests over socket files (unix:) are not supported. Nothing was sent.',
    nextStep:
      'Let the server listen on a port, or forward one to the file (for example with socat), and send to that port.',
  }),
  INVALID_METHOD: ({ subject }) => ({
    sentence: `“${subject}” is not a method: it contains a character that HTTP forbids there.`,
    nextStep: 'Use letters, digits and hyphens only.',
  }),
  INVALID_HEADER_NAME: ({ subject }) => ({
    sentence: `“${subject}” cannot be the name of a header: it contains a character that HTTP forbids there.`,
    nextStep: 'Correct the name on the Headers tab, or untick its row.',
  }),
  INVALID_HEADER_VALUE: ({ subject }) => ({
    sentence: `The value of the header ${subject} contains a line break or another character that HTTP forbids.`,
    nextStep: 'Correct the value on the Headers tab, or untick its row.',
  }),
  VARIABLE_CYCLE: ({ subject }) => ({
    sentence: `The variable ${subject} refers to itself.`,
    nextStep: 'Change its value so that it no longer refers back to itself.',
  }),
  VARIABLE_TOO_DEEP: ({ subject }) => ({
    sentence: `The variable ${subject} refers to a chain of more than 10 other variables.`,
    nextStep: 'Shorten the chain of variables.',
  }),
  UNKNOWN_HOST_VARIABLE: ({ subject }) => ({
    sentence: `{{${subject}}} in the URL has no value.`,
    nextStep: 'Set it in the environment, or type the host.',
  }),
  FRAMED_TWICE: ({ subject }) => ({
    sentence: `The header ${subject} frames the body a second time. Only one of Content-Length and Transfer-Encoding can do that.`,
    nextStep: 'Untick all but one of these rows on the Headers tab.',
  }),
  CONTENT_LENGTH_WRONG: ({ subject }) => ({
    sentence: `The header Content-Length says ${subject.replace(/ \((\d+)\)$/, ', but the body has $1 bytes')}.`,
    nextStep: 'Untick its row on the Headers tab: the right length is sent with every body.',
  }),
  TRANSFER_ENCODING_WRONG: ({ subject }) => ({
    sentence: `The header Transfer-Encoding says “${subject}”, which does not end with chunked, so the server could not tell where the body ends.`,
    nextStep: 'Write chunked at its end, or untick its row on the Headers tab.',
  }),
  MISSING_PATH_VARIABLE: ({ subject }) => ({
    sentence: `The path variable :${subject} has no value.`,
    nextStep: 'Fill it in under Path on the Params tab, or write %3A for a plain colon.',
  }),
  SCRIPT_ERROR: ({ subject }) => ({
    sentence: `The Pre Request script failed: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Correct the script at the marked line.',
  }),
  SCRIPT_TIMEOUT: ({ subject }) => ({
    sentence: `The Pre Request script was stopped: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Look for an endless loop, or a promise or callback that is never settled.',
  }),
  SCRIPT_OUT_OF_MEMORY: () => ({
    sentence: 'The Pre Request script was stopped because it took too much memory. Nothing was sent.',
    nextStep: 'Look for a text or list that keeps growing.',
  }),
  VARIABLE_WITHHELD: ({ subject }) => ({
    sentence: `Secret variable "${subject}" is withheld from scripts.`,
    nextStep: 'Allow it with the code icon on its row in the variables table.',
  }),
  FILE_NOT_READ: ({ subject, misplaced }) => ({
    sentence: `The file ${shownFile(subject)} could not be read.`,
    nextStep:
      misplaced === undefined
        ? 'Check that it is there, that it is not a folder, and that you may read it.'
        : placeAgain(misplaced),
  }),
  FILE_NOT_ALLOWED: ({ subject, row }) => ({
    sentence: `${row === undefined ? 'The body' : `The form row “${row}”`} names the file ${subject}, which this run may not read.`,
    nextStep: 'If the file may be sent, allow it with --allow-file PATH.',
  }),
  FILE_NOT_PICKED: ({ subject }) => ({
    sentence: `The file ${shownFile(subject)} must be selected again before it is sent. Nothing was sent.`,
    nextStep: 'Select it on the Body tab: a path alone gives no access to a file.',
  }),
  FILE_CHANGED: ({ subject }) => ({
    sentence: `The file ${shownFile(subject)} changed its length while it was being sent.`,
    nextStep: 'Send again when no program is writing to it.',
  }),
  NO_FILE_SELECTED: ({ subject }) => ({
    sentence: `No file is selected${subject === '' ? '' : ` for ${subject}`}. Nothing was sent.`,
    nextStep: 'Select one on the Body tab, or untick its row.',
  }),
  INVALID_PART_CONTENT_TYPE: ({ subject }) => ({
    sentence: `The Content-Type of the form field ${subject} contains a line break or another character that HTTP forbids.`,
    nextStep: 'Correct it on the Body tab, or untick its row.',
  }),
  INVALID_GRAPHQL_VARIABLES: () => ({
    sentence: 'The GraphQL variables are not JSON. Nothing was sent.',
    nextStep: 'Correct them on the Body tab; a {{name}} without a value must be in quotes.',
  }),
  INVALID_GRAPHQL_EXTENSIONS: () => ({
    sentence: 'The GraphQL extensions are not JSON. Nothing was sent.',
    nextStep: 'Correct them on the Body tab; a {{name}} without a value must be in quotes.',
  }),
  NO_PLACE_FOR_UPLOAD: ({ subject }) => ({
    sentence: `The GraphQL variables have no place for the file of “${subject}”. Nothing was sent.`,
    nextStep: 'Add the variable on the Body tab, or remove its file.',
  }),
  UPLOAD_WITH_GET: () => ({
    sentence: 'Files of GraphQL variables cannot be sent with GET. Nothing was sent.',
    nextStep: 'Choose POST, or remove the files.',
  }),
  ERR_HTTP2_HEADER_SINGLE_VALUE: ({ subject }) => ({
    sentence: `HTTP/2 allows this header only once: ${subject}. Nothing was sent.`,
    nextStep: 'Untick one of its rows on the Headers tab, or choose HTTP/1.1 as the HTTP version.',
  }),
}

/** Says what is wrong with a URL, where that is known. */
function urlFault(url: string): string {
  if (url.includes(' ')) return ': it contains a space'
  const authority = url.split('//')[1]?.split('/')[0] ?? ''
  const colon = authority.lastIndexOf(':')
  return colon !== -1 && Number(authority.slice(colon + 1)) > 65_535 ? ': its port is above 65535' : ''
}
