import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type {
  BodyBytes,
  BodyFilterState,
  BodyFold,
  BodyFoldStarts,
  BodyMatches,
  BodyRows,
  BodyTable,
  BodyText,
} from './body-messages.ts'
import { id, windowId } from './contract-inputs.ts'
import type { Ticket } from './messages.ts'

/** A JSONPath (RFC 9535). */
const bodyFilter = z.string().trim().max(1000)

/**
 * A body and how to read it. `auto`: the format that the response names, otherwise the one that its beginning
 * suggests.
 */
const bodyView = {
  handle: id,
  view: z.enum(['pretty', 'raw']),
  format: z.enum(['auto', 'json', 'xml', 'html', 'javascript', 'css', 'yaml', 'text']).default('auto'),
  /** A JSONPath that selects what is shown of a JSON body; empty: everything. */
  filter: bodyFilter.default(''),
}

/** The calls that read response bodies. */
export const bodyContract = {
  /** Returns a piece of a response body as text, cut between characters. */
  readText: oc
    .input(
      z.strictObject({
        ...bodyView,
        /** A byte offset in the view that an earlier result returned. */
        offset: z.int().min(0),
        maxBytes: z.int().min(1).max(1_048_576),
      }),
    )
    .output(type<BodyText>()),
  /** Returns rows of a body as text: its lines, with long ones cut. */
  readRows: oc
    .input(
      z.strictObject({
        ...bodyView,
        firstRow: z.int().min(0),
        maxRows: z.int().min(1).max(5000),
      }),
    )
    .output(type<BodyRows>()),
  /** Returns which rows of a formatted body of JSON or XML can be folded. */
  readFoldStarts: oc
    .input(
      z.strictObject({
        ...bodyView,
        firstRow: z.int().min(0),
        maxRows: z.int().min(1).max(1000),
      }),
    )
    .output(type<BodyFoldStarts>()),
  /** Returns what folds at a row; null if nothing does. */
  readFold: oc.input(z.strictObject({ ...bodyView, row: z.int().min(0) })).output(type<BodyFold | null>()),
  /** Searches a whole body for a text, and returns the position of the match with a 0-based number. */
  find: oc
    .input(
      z.strictObject({
        ...bodyView,
        text: z.string().min(1).max(1000),
        isCaseSensitive: z.boolean().default(false),
        isWholeWord: z.boolean().default(false),
        /** One of RE2. */
        isRegularExpression: z.boolean().default(false),
        ordinal: z.int().min(0),
      }),
    )
    .output(type<BodyMatches>()),
  /** Filters a JSON body and returns the outcome. */
  filter: oc
    .input(z.strictObject({ ...bodyView, filter: bodyFilter.min(1) }))
    .output(type<BodyFilterState>()),
  /**
   * Returns rows of a value of a JSON body as a table: of its root, or of a value that a cell refers to.
   */
  readTable: oc
    .input(
      z.strictObject({
        handle: id,
        at: z.int().min(0),
        firstRow: z.int().min(0),
        maxRows: z.int().min(1).max(500),
      }),
    )
    .output(type<BodyTable>()),
  /** Returns bytes of a response body, for the hex view. */
  readBytes: oc
    .input(z.strictObject({ handle: id, offset: z.int().min(0), maxBytes: z.int().min(1).max(262_144) }))
    .output(type<BodyBytes>()),
  /** Returns a single-use address, valid for 30 s, from which the browser can load the body. */
  mintTicket: oc
    .input(z.strictObject({ handle: id, purpose: z.enum(['download', 'preview']) }))
    .output(type<Ticket>()),
  /**
   * Returns an address from which a player of the window can load a film or sound by range. The first range
   * must be read within 30 s; the address then lasts until `closePlayback`, or until the window or the body
   * is gone.
   */
  openPlayback: oc.input(z.strictObject({ windowId, handle: id })).output(type<Ticket>()),
  /** Revokes an address that `openPlayback` returned. */
  closePlayback: oc
    .input(z.strictObject({ path: z.string().max(128) }))
    .output(type<{ readonly wasKnown: boolean }>()),
}
