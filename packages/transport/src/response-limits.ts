/** A response head of more bytes than this is an error (attacks HT5). */
export const maxHeaderBytes = 256 * 1024

/** A server that sends more interim (1xx) responses than this will not come to an end. */
export const maxInterim = 100
