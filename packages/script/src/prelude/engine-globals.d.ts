/** What the script engine itself has beyond ECMAScript. */
declare class DOMException extends Error {
  constructor(message?: string, name?: string)
}
