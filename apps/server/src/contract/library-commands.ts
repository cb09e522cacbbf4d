import { oc, type } from '@orpc/contract'
import type { RequestDefaults } from '@parley/model'
import { requestDefaultsSchema } from '@parley/model/schema'
import * as z from 'zod'
import type { DeletedThing, Done, Moved, OpenedContainer, SavedContainer } from './library-messages.ts'
import type { Created } from './messages.ts'

const id = z.string().min(1).max(128)
const name = z.string().trim().min(1).max(1000)
const defaults: z.ZodType<RequestDefaults, RequestDefaults> = requestDefaultsSchema

/** What changes the layout of the library (spec 4.1), and what collections and folders hold themselves. */
export const libraryCommands = {
  /** Gives a collection, folder or request another name; its id stays. */
  rename: oc.input(z.strictObject({ id, name })).output(type<Done>()),
  /** A copy beside the original. */
  duplicate: oc.input(z.strictObject({ id })).output(type<Created>()),
  /** Puts a request or folder into a collection or folder, at a place among those of its kind there. */
  move: oc
    .input(z.strictObject({ id, parentId: id, index: z.int().min(0).max(1_000_000) }))
    .output(type<Moved>()),
  /** Takes a move back; the last of a session are known. */
  undoMove: oc.input(z.strictObject({ moveId: z.uuid() })).output(type<Done>()),
  /** Into the trash, from where it comes back for 7 days. */
  remove: oc.input(z.strictObject({ id })).output(type<Done>()),
  /** The latest first. */
  listDeleted: oc.output(type<readonly DeletedThing[]>()),
  restore: oc.input(z.strictObject({ trashId: z.uuid() })).output(type<Done>()),
  /** A collection or folder with what its requests inherit. */
  readContainer: oc.input(z.strictObject({ id })).output(type<OpenedContainer>()),
  /** For a look at what may be on the move: null where it cannot be read right now. */
  readContainerIfThere: oc.input(z.strictObject({ id })).output(type<OpenedContainer | null>()),
  /** Over the version that it is based on. */
  saveContainer: oc
    .input(
      z.strictObject({
        id,
        content: z.strictObject({ name, docs: z.string().max(1_000_000), defaults }),
        baseVersion: z.string().max(200).nullable(),
      }),
    )
    .output(type<SavedContainer>()),
}
