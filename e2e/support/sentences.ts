/** Sentences of the page that specs of several rooms expect; each stands here only. */

/** The response pane before a send, and after one that was cancelled. */
export const nothingSent = 'Send the request to see the response'

/** The response pane while a send waits. */
export const awaiting = 'Awaiting response'

/** The banner of a page without a server. */
export const serverStopped = 'Parley’s server has stopped.'

/** The name of the palette, of its field and of the button that opens it. */
export const searchOrRun = 'Search or run a command'

/** The field of the assistant. */
export const askAssistant = 'Ask about this request'

/** The results of tests before a send. */
export const noTestResults = 'Run the request to see test results'

/** The command of the authorization that asks for a token. */
export const getNewToken = 'Get New Access Token'

/** The text for a screen reader of all that Preview shows. */
export const previewLabel = 'Preview of the response'

/** The note in a window that did not follow a link. */
export const stayedOnPage = 'The window stayed on this page.'

/** The answer to a conflict that gives up what was typed. */
export const keepDisk = 'Keep what is on disk'
