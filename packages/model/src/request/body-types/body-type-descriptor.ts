import type { ObjectReader } from '../../opencollection/object-reader.ts'
import type { OpenCollectionObject } from '../../opencollection/value.ts'

/** A body of any type. */
export interface AnyBody {
  readonly type: string
}

/** A body type: everything that is known about it without sending. The engine builds its content. */
export interface BodyTypeDescriptor<Body extends AnyBody> {
  /** The label in the picker (behaviour 2.2). */
  readonly label: string
  /** The body of a request after the type is chosen. */
  readonly empty: Body
  /** Returns the generated media type (RFC 9110 §8.3); null if there is none. */
  mediaType(body: Body): string | null
  /** The generated `Accept` (RFC 9110 §12.5.1); absent if there is none. */
  readonly accept?: string
  /** Absent if bodies of this type read no files. */
  readonly files?: BodyTypeFiles<Body>
  readonly file: BodyTypeFile<Body>
}

/** The files that bodies of a type send. */
export interface BodyTypeFiles<Body> {
  paths(body: Body): readonly string[]
  withPaths(body: Body, change: (filePath: string) => string): Body
}

/** How OpenCollection files store a body type (`HttpRequestBody`). */
export interface BodyTypeFile<Body> {
  /** The values of `type` in the schema that mean this body type. */
  readonly schemaTypes: readonly string[]
  /** @param schemaType one of {@link schemaTypes} */
  read(body: ObjectReader, schemaType: string): Body
  /** Returns the body in the schema; if the schema lacks the type, the nearest body. */
  write(body: Body): OpenCollectionObject
  /** Absent if the schema can store the whole body. */
  readonly extension?: BodyTypeExtension<Body>
}

/** Reads and writes the part of a body in `extensions.parley`. */
export interface BodyTypeExtension<Body> {
  /**
   * Returns the body that an extension of this type describes, or null.
   * @param beside the body in the schema
   */
  read(extension: ObjectReader, beside: AnyBody): Body | null
  /** Returns undefined for a body that the schema can store completely. */
  write(body: Body): OpenCollectionObject | undefined
}
