/** The maximum size of a response head; a larger one is an error (attacks HT5). */
export const maxHeaderBytes = 256 * 1024

/** The maximum number of interim (1xx) responses; a server that sends more would never finish. */
export const maxInterim = 100
