import type { ObjectReader } from '../../opencollection/object-reader.ts'
import type { OpenCollectionObject } from '../../opencollection/value.ts'

/** A body of any type. */
export interface AnyBody {
  readonly type: string
}

/** A body type: everything that is known of it without sending it. How it is written to the wire is the engine's. */
export interface BodyTypeDescriptor<Body extends AnyBody> {
  /** Its name in the picker (spec 2.2). */
  readonly label: string
  /** The body with which a request begins when the type is chosen. */
  readonly empty: Body
  /** The generated media type (RFC 9110 §8.3); null: the body is given none. */
  mediaType(body: Body): string | null
  /** Absent: a body of this type reads no files. */
  readonly files?: BodyTypeFiles<Body>
  readonly file: BodyTypeFile<Body>
}

/** The files that bodies of a type send. */
export interface BodyTypeFiles<Body> {
  paths(body: Body): readonly string[]
  withPaths(body: Body, change: (filePath: string) => string): Body
}

/** How OpenCollection files hold a body type (`HttpRequestBody`). */
export interface BodyTypeFile<Body> {
  /** The values of `type` in the schema that are read as this body type. */
  readonly schemaTypes: readonly string[]
  /** @param schemaType one of {@link schemaTypes} */
  read(body: ObjectReader, schemaType: string): Body
  /** Returns the body in the schema; of a type that the schema lacks, the nearest body that it has. */
  write(body: Body): OpenCollectionObject
  /** Absent: the schema holds the whole body. */
  readonly extension?: BodyTypeExtension<Body>
}

/** The part of a body that `extensions.parley` holds. */
export interface BodyTypeExtension<Body> {
  /** Returns the body that an extension of this type describes, or null. `beside` is the body in the schema. */
  read(extension: ObjectReader, beside: AnyBody): Body | null
  /** Returns nothing for a body that the schema holds whole. */
  write(body: Body): OpenCollectionObject | undefined
}
