/** Globals of the script engine beyond ECMAScript. */
declare class DOMException extends Error {
  constructor(message?: string, name?: string)
}
