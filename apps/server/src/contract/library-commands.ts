import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { editedDefaults, id } from './contract-inputs.ts'
import type {
  DeletedEntry,
  Done,
  Moved,
  OpenedContainer,
  Removed,
  SavedContainer,
} from './library-messages.ts'
import type { Created } from './messages.ts'

const name = z.string().trim().min(1).max(1000)

const path = z.string().max(4096)

/** The service definitions of a collection. */
const protobuf = z.strictObject({
  protoFilePaths: z.array(path).max(10_000).readonly(),
  importPaths: z
    .array(z.strictObject({ path, enabled: z.boolean() }))
    .max(10_000)
    .readonly(),
})

/** Commands that change the layout of the library (behaviour 4.1) or the content of collections and folders. */
export const libraryCommands = {
  /** Renames a collection, folder or request; its ID stays. */
  rename: oc.input(z.strictObject({ id, name })).output(type<Done>()),
  /** Creates a copy next to the original. */
  duplicate: oc.input(z.strictObject({ id })).output(type<Created>()),
  /**
   * Moves a request or folder into a collection or folder, to an index among its siblings of the same kind.
   */
  move: oc
    .input(z.strictObject({ id, parentId: id, index: z.int().min(0).max(1_000_000) }))
    .output(type<Moved>()),
  /** Undoes one of the latest moves of the session. */
  undoMove: oc.input(z.strictObject({ moveId: z.uuid() })).output(type<Done>()),
  /** Moves an entry to the trash, from which it can be restored for 7 days. */
  remove: oc.input(z.strictObject({ id })).output(type<Removed>()),
  /** Lists deleted entries, the latest first. */
  listDeleted: oc.output(type<readonly DeletedEntry[]>()),
  restore: oc.input(z.strictObject({ trashId: z.uuid() })).output(type<Done>()),
  /** Returns a collection or folder with what its requests inherit. */
  readContainer: oc.input(z.strictObject({ id })).output(type<OpenedContainer>()),
  /** Reads a container that may be moved or deleted at the same time: null if it cannot be read right now. */
  readContainerIfThere: oc.input(z.strictObject({ id })).output(type<OpenedContainer | null>()),
  /** Saves a container if its file still has the version that the change is based on. */
  saveContainer: oc
    .input(
      z.strictObject({
        id,
        content: z.strictObject({
          name,
          docs: z.string().max(1_000_000),
          defaults: editedDefaults,
          protobuf: protobuf.exactOptional(),
        }),
        baseVersion: z.string().max(200).nullable(),
      }),
    )
    .output(type<SavedContainer>()),
}
