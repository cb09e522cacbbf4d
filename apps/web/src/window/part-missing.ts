/** The code of a part of the page could not be loaded. The panel in its place tries again once the server is back. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause })
  }
}
